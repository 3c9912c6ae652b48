from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from utilitysvc.access import tokens


class Command(BaseCommand):
    help = "Print a new token, for a caller, and its entry, for API_TOKENS. The token is kept nowhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help=f"whose token it is, {tokens.NAME_RULE}")

    def handle(self, *args: Any, **options: Any) -> None:
        token = tokens.new_token()
        try:
            entry = tokens.entry(options["name"], token)
        except ValueError:
            raise CommandError(f"Give {tokens.NAME_RULE}") from None
        self.stdout.write(f"Token: {token}\nEntry: {entry}")
