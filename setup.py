"""Add compressed copies of the static files to the wheel, which cannot be configured in pyproject.toml."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from whitenoise import compress


class BuildWithCompressedFiles(build_py):
    """Compress in the build folder, where no copy can be out of date."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for folder in Path(self.build_lib).glob("**/static"):
                compress.main(["--quiet", str(folder)])


setup(cmdclass={"build_py": BuildWithCompressedFiles})
