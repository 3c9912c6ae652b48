"""A function as a subcommand, made from its table of operations. Its view answers the arguments like a request."""

import re
import sys
from typing import Any

import click
import orjson
from django.http import HttpRequest

from utilitysvc.interfaces.calls import Calls, Function, data_of, error_words
from utilitysvc.interfaces.command.main import REFUSED
from utilitysvc.interfaces.command.parameters import (
    assigned,
    candidates,
    examples,
    options_of,
    positional,
    usage,
)
from utilitysvc.interfaces.command.streams import (
    STDIN,
    is_terminal,
    opened,
    option_name,
    read_secrets,
    read_text,
    report,
    write,
)
from utilitysvc.kit.parameters import Repeated
from utilitysvc.kit.renderers import JSON, TEXT

#: The comparison that the caller asked for has failed.
NO_MATCH = 1
#: The parameter that a comparison reads, which may come from standard input.
EXPECTED = "expected"


class FunctionCommand(click.Command):
    """Answers like the function's path: with the value alone, or with ``--json`` with the whole answer."""

    def __init__(self, name: str, function: Function) -> None:
        self.function = function
        self.operations = function.view.operations
        self.secrets = [name for name, field in self.operations.fields.items() if field.credential]
        summary = function.view.purpose().partition("\n\n")[0]
        super().__init__(
            name,
            callback=self.answer,
            params=options_of(function.view),
            help=summary,
            short_help=summary.removesuffix("."),
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = [arg.partition("=")[0] for arg in args]
        try:
            rest = super().parse_args(ctx, args)
            if not ctx.resilient_parsing:
                ctx.params = self._asked(**ctx.params)
        except click.UsageError as exc:
            asked = [name for name in self.secrets if option_name(name) in given or self.operations.requires(name)]
            if asked and getattr(exc, "option_name", "") in ("", *map(option_name, asked)):
                name = asked[-1]
                flag = "" if self.operations.requires(name) else f" ... {option_name(name)}"
                lines = " ".join(f'"${each.upper()}"' for each in asked)
                raise click.UsageError(
                    f"{name} is not an argument, which the shell's history would keep: it is asked for on a terminal, "
                    f'or a line of standard input: printf "%s\\n" {lines} | utilitysvc {self.name}{flag}'
                ) from None
            raise
        return rest

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if selector := self.operations.selector:
            rows = self.operations.rows.values()
            with formatter.section(selector.capitalize()):
                formatter.write_dl([(f"{row.name} {usage(row)}", row.summary.replace("`", "")) for row in rows])
        with formatter.section("Examples"):
            for line in examples(ctx.command_path, self.operations):
                formatter.write(f"  {line}\n")

    def _asked(
        self, *, json: bool, file: str | None = None, values: tuple[str, ...] = (), **options: Any
    ) -> dict[str, Any]:
        """Return what ``answer`` needs of the arguments, with ``-`` replaced by standard input.

        A required value that is missing counts as ``-``, unless standard input is a terminal.
        """
        secrets = [name for name in self.secrets if options.get(name) or self.operations.requires(name)]
        data = {
            name: Repeated(list(given)) if isinstance(given, tuple) else given
            for name, given in options.items()
            if name not in self.secrets and given not in (None, ())
        }
        rows = [(row, names[0]) for row in candidates(self.operations, data) if (names := positional(row))]
        if not (values or file or is_terminal()) and any(name in row.parameters.not_given(data) for row, name in rows):
            values = (STDIN,)
        readers = ["the value -"] * values.count(STDIN)
        readers += [f"--{name} -" for name, given in (("file", file), (EXPECTED, data.get(EXPECTED))) if given == STDIN]
        readers += [] if is_terminal() else secrets[:1]
        if len(readers) > 1:
            raise click.ClickException(f"standard input can be one of these, not both: {', '.join(readers)}")
        if STDIN in values:
            read = read_text()
            # Tools write a line break at the end of a pipe, and the answer ends with one of its own. But of what may be
            # a file every byte counts.
            if not self.function.view.file_type:
                read = re.sub(r"\r?\n\Z", "", read)
            lines = [read] if any(row.fields[name].multiline for row, name in rows[:1]) else read.splitlines()
            values = tuple(each for value in values for each in (lines if value == STDIN else [value]))
        elif data.get(EXPECTED) == STDIN:
            data[EXPECTED] = read_text()
        data = assigned(self.operations, data, values)
        if secrets:
            data |= read_secrets(secrets)
        for name in secrets:
            # Without it, another operation would answer: a new hash would be made, which a script takes for a match.
            if not self.operations.fields[name].is_given(data.get(name)):
                raise click.ClickException(f"{name.capitalize()} parameter is required")
        return {"json": json, "file": file, "data": data}

    def answer(self, *, json: bool, file: str | None, data: dict[str, Any]) -> int:
        """Write the answer, and return the exit status."""
        for accept in [JSON] if json else [TEXT, JSON]:
            with opened(file) as stream:
                response: Any = Calls(HttpRequest(), accept).respond(self.function, data, stream)
            body = data_of(response)
            if not isinstance(body, str):  # an address without data, which is no error as plain text (I3), but is here
                break
        if response.status_code != 200:
            readings = body.pop("readings", ())  # which stand below the words
            report(error_words(response, body), readings)
            return REFUSED
        results = body.get("results", [])
        errors = [entry for entry in results if "error" in entry]
        for entry in errors:
            report(f"{entry['input']}: {entry['error']}")
        if json:
            write(orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
        elif not results or len(errors) < len(results):
            results[:] = [entry for entry in results if "error" not in entry]
            on_terminal = getattr(self.function.view, "on_terminal", None)
            shown = on_terminal and sys.stdout.isatty() and on_terminal(body, data)
            write(f"{shown}\n".encode() if shown else response.render().content)
        if errors:
            return REFUSED
        if body.get("matches") is not False:
            return 0
        if EXPECTED in data:
            computed = body.get("hash") or ", ".join(map(" ".join, body["hashes"].items()))
            report(f"No match: expected {data[EXPECTED].strip()}, computed {computed}")
        return NO_MATCH
