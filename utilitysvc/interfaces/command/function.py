"""A function as a subcommand, made from its table of operations. Its view answers the arguments like a request."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import click
import orjson

from utilitysvc.interfaces.calls import Calls, Function, error_words, local_request
from utilitysvc.interfaces.command import examples, positions, standard_input
from utilitysvc.interfaces.command.options import options_of
from utilitysvc.interfaces.command.output import Refusal, report, write
from utilitysvc.interfaces.command.standard_input import STDIN
from utilitysvc.interfaces.command.statuses import NO_MATCH
from utilitysvc.kit.negotiation import JSON, TEXT
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.raw_values import Repeated

#: The line break that tools write at the end of a pipe. The answer ends with one of its own.
_FINAL_BREAK = re.compile(r"\r?\n\Z")
#: The parameter that a comparison reads, which may come from standard input.
EXPECTED = "expected"


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


class FunctionCommand(click.Command):
    """Answers like the function's path: with the value alone, or with ``--json`` with the whole answer."""

    def __init__(self, name: str, function: Function) -> None:
        self.function = function
        self.operations: Operations = function.view.operations
        summary = function.view.purpose().partition("\n\n")[0]
        values = click.Argument(["values"], nargs=-1, metavar=positions.metavar(self.operations))
        super().__init__(
            name,
            callback=self.answer,
            params=[*([values] if positions.exist(self.operations) else []), *options_of(function.view)],
            help=summary,
            short_help=summary.removesuffix("."),
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = [arg.partition("=")[0] for arg in args]
        secrets = [name for name in self._secrets if self.operations.requires(name) or _option(name) in given]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:
            self._refuse_secrets(secrets)
            raise

    @property
    def _secrets(self) -> list[str]:
        fields = self.operations.fields
        return [name for name in fields if getattr(fields[name], "credential", False)]

    def _refuse_secrets(self, names: Sequence[str]) -> None:
        """Raise UsageError if there are ``names``, which were given as arguments, and say how to give them."""
        for name in names[:1]:
            flag = "" if self.operations.requires(name) else f" ... {_option(name)}"
            raise click.UsageError(
                f"{name} is not an argument, which the shell's history would keep: it is asked for on a terminal, or a "
                f'line of standard input: printf "%s\\n" "${name.upper()}" | utilitysvc {self.name}{flag}'
            )

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.operations.selector:
            effects = [
                (f"{row.name} {positions.metavar_of(row)}", row.summary.replace("`", ""))
                for row in self.operations.rows.values()
            ]
            with formatter.section(self.operations.selector.capitalize()):
                formatter.write_dl(effects)
        with formatter.section("Examples"):
            for line in examples.lines(ctx.command_path, self.operations):
                formatter.write(f"{' ' * formatter.current_indent}{line}\n")

    def answer(self, *, json: bool, file: str | None = None, values: tuple[str, ...] = (), **options: Any) -> int:
        """Write the answer, and return the exit status."""
        data, credentials = self._named_parameters(options)
        values = self._with_standard_input(data, values, credentials, file)
        if data.get(EXPECTED) == STDIN:
            data[EXPECTED] = "".join(standard_input.read_values(whole=True))
        try:
            data = positions.assign(self.operations, data, values)
        except click.UsageError:
            self._refuse_secrets(credentials)
            raise
        if credentials:
            data |= standard_input.read_secrets(credentials)
        calls = Calls(local_request(), accept=JSON if json else TEXT)
        if file is None:
            response = calls.respond(self.function, data)
        else:
            with standard_input.opened(file) as opened:
                response = calls.respond(self.function, data, opened)
        body = getattr(response, "data", None)
        if response.status_code != 200:
            body = orjson.loads(response.content) if body is None else body
            raise Refusal(error_words(response, body, leave_out=("readings",)), body.get("readings", []))
        if json:
            write(orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
        else:
            write(response.render().content if hasattr(response, "render") else response.content)
        if not (isinstance(body, Mapping) and body.get("matches") is False):
            return 0
        if EXPECTED in data:
            computed = body.get("hash") or ", ".join(map(" ".join, body["hashes"].items()))
            report(click.ClickException(f"No match: expected {data[EXPECTED].strip()}, computed {computed}"))
        return NO_MATCH

    def _named_parameters(self, options: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Return the parameters that are given by name, and the names of the secrets to ask for."""
        data: dict[str, Any] = {}
        credentials = []
        for name, field in self.operations.fields.items():
            given = options.get(name)
            if getattr(field, "credential", False):
                if given or self.operations.requires(name):
                    credentials.append(name)
            elif isinstance(given, tuple):
                if given:
                    data[name] = given[0] if len(given) == 1 else Repeated(list(given))
            elif given is not None:
                data[name] = given
        return data, credentials

    def _with_standard_input(
        self, data: Mapping[str, Any], values: tuple[str, ...], credentials: list[str], file: str | None
    ) -> tuple[str, ...]:
        """Return the values, with ``-`` replaced by standard input.

        A required value that is missing counts as ``-``, unless standard input is a terminal.
        """
        is_terminal = standard_input.is_terminal()
        if not (values or file or is_terminal) and positions.needed(self.operations, data):
            values = (STDIN,)
        readers = [f"the value {STDIN}" for value in values if value == STDIN]
        readers += [f"--file {STDIN}"] if file == STDIN else []
        readers += [f"--{EXPECTED} {STDIN}"] if data.get(EXPECTED) == STDIN else []
        readers += [] if is_terminal else credentials[:1]
        if len(readers) > 1:
            raise click.UsageError(f"standard input can be one of these, not both: {', '.join(readers)}")
        if STDIN not in values:
            return values
        place = values.index(STDIN)
        read = standard_input.read_values(whole=positions.reads_whole(self.operations, data))
        if not self.function.view.streamed_types:  # of what may be a file every byte counts
            read[-1:] = [_FINAL_BREAK.sub("", value) for value in read[-1:]]
        return (*values[:place], *read, *values[place + 1 :])
