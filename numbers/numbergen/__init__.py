"""Random numbers, integer or decimal. The package is not called numbers: the standard library owns that name."""
