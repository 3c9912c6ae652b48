"""Add compressed copies of the static files to the wheel, which cannot be configured in pyproject.toml."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from whitenoise.compress import Compressor


class BuildWithCompressedFiles(build_py):
    """Compress in the build folder. In the checkout the copies would be out of date after a change of their source."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            compressor = Compressor(quiet=True)
            for path in sorted(Path(self.build_lib).glob("**/static/**/*")):
                if path.is_file() and compressor.should_compress(path.name):
                    compressor.compress(str(path))


setup(cmdclass={"build_py": BuildWithCompressedFiles})
