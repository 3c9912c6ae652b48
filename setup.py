"""Puts compressed copies of the pages' files into the wheel, which pyproject.toml cannot do."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from whitenoise.compress import Compressor


class BuildWithCompressedFiles(build_py):
    """Compress in the folder that is packed, not in the checkout: there they would outlive a change of their source."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            compressor = Compressor(quiet=True)
            for path in sorted(Path(self.build_lib).glob("**/static/**/*")):
                if path.is_file() and compressor.should_compress(path.name):
                    compressor.compress(str(path))


setup(cmdclass={"build_py": BuildWithCompressedFiles})
