"""The operations of /time/: their functions, arguments and results."""
