"""The command and its subcommands but ``serve``. Only the app of the function that is called is imported."""

from importlib import import_module

import click
from click.shell_completion import shell_complete

from utilitysvc import __version__, conf
from utilitysvc.interfaces.command.serve import serve
from utilitysvc.interfaces.conf import configure


class Program(click.Group):
    """Finds the functions by the paths of their apps: ``hash-password`` is /hash/password/."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        configure()
        return [*(name for prefix in conf.functions() for name in _functions(prefix)), *self.commands]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return self.commands.get(name) or _functions(name.partition("-")[0]).get(name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command, list[str]]:
        name, *rest = args
        command = self.get_command(ctx, name.lower())
        if command is None:
            # Click's own error would suggest only the commands that are known without importing an app.
            raise click.NoSuchCommand(name, possibilities=self.list_commands(ctx), ctx=ctx)
        takes_values = any(isinstance(param, click.Argument) for param in command.params)
        if rest and not takes_values and (longer := self.get_command(ctx, f"{name}-{rest[0]}".lower())):
            return longer.name, longer, rest[1:]  # `random dice 3d6` can only mean random-dice
        return command.name, command, rest


def _functions(prefix: str) -> dict[str, click.Command]:
    """Return the commands of an app by their names, or one command that reports a missing package."""
    configure()  # which the imports need
    app = conf.functions().get(prefix)
    from utilitysvc.interfaces.calls import Function
    from utilitysvc.interfaces.command.function import FunctionCommand

    try:
        patterns = import_module(f"{app}.urls").urlpatterns if app else ()
    except ModuleNotFoundError as exc:
        words = f"{prefix} needs the package {exc.name}: pip install 'utilitysvc[{app}]'"

        def refuse() -> None:
            raise click.ClickException(words)

        anything = {"ignore_unknown_options": True, "allow_extra_args": True}
        return {prefix: click.Command(prefix, anything, refuse, help=words, short_help=words)}
    commands: dict[str, click.Command] = {}
    for pattern in patterns:
        if not pattern.callback.cls.path_parameters:  # otherwise it is a second path to a function that has a command
            route = str(pattern.pattern)
            name = f"{prefix}/{route}".strip("/").replace("/", "-")
            commands[name] = FunctionCommand(name, Function(f"/{prefix}/{route}", pattern.resolve(route)))
    return commands


@click.command(short_help="Offer the functions to agents, on standard input and output.")
def mcp() -> None:
    """Offer the functions as tools to an agent that starts this command: the Model Context Protocol on standard input
    and output."""
    configure()
    import django

    django.setup()
    from utilitysvc.interfaces.mcp import stdio

    stdio.serve()


@click.command(no_args_is_help=True, short_help="Print the script with which a shell completes commands and options.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script with which a shell completes commands, options and names.

    \b
    bash: utilitysvc completion bash > ~/.local/share/bash-completion/completions/utilitysvc
    zsh:  utilitysvc completion zsh > a folder of $fpath, as _utilitysvc
    fish: utilitysvc completion fish > ~/.config/fish/completions/utilitysvc.fish
    """
    shell_complete(PROGRAM, {}, "utilitysvc", "_UTILITYSVC_COMPLETE", f"{shell}_source")


PROGRAM = Program(
    "utilitysvc",
    commands=[serve, mcp, completion],
    help="Small computing functions, in a shell: `utilitysvc hash hello --algorithm md5`.",
    epilog="`utilitysvc COMMAND --help` shows what a command takes, and examples.",
    context_settings={
        "help_option_names": ["-h", "--help"],
        # An option may be written as in a request: ``--from_timezone``.
        "token_normalize_func": lambda name: name.replace("_", "-").lower(),
        "max_content_width": 100,  # characters, even if the terminal is wider
    },
)
click.version_option(__version__)(PROGRAM)
