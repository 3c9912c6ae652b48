"""The subcommands that are not functions: the service, tools for agents, and completion."""

import click
from click.shell_completion import get_completion_class


@click.command(short_help="Serve everything over HTTP, with a page for browsers.")
@click.option("--host", help="Address to serve at; by default of this machine alone, or of all if PORT is set.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; by default PORT, or 8000.")
@click.option("--workers", type=click.IntRange(1), help="Processes; by default WEB_CONCURRENCY, or 2 to 4.")
def serve(host: str | None, port: int | None, workers: int | None) -> None:
    """Serve everything over HTTP, with a page for browsers, until Ctrl-C."""
    from utilitysvc.interfaces.command import server

    server.run(host=host, port=port, workers=workers)


@click.command(short_help="Offer the functions to agents, on standard input and output.")
def mcp() -> None:
    """Offer the functions as tools to an agent that starts this command: the Model Context Protocol on standard input
    and output."""
    from utilitysvc.interfaces.command.settings import configure

    configure(ROOT_URLCONF="utilitysvc.function_urls")
    import django

    django.setup()
    from utilitysvc.interfaces.mcp import stdio

    stdio.serve()


@click.command(no_args_is_help=True, short_help="Print the script with which a shell completes commands and options.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script with which a shell completes commands, options and names.

    \b
    bash: utilitysvc completion bash > ~/.local/share/bash-completion/completions/utilitysvc
    zsh:  utilitysvc completion zsh > a folder of $fpath, as _utilitysvc
    fish: utilitysvc completion fish > ~/.config/fish/completions/utilitysvc.fish
    """
    program = ctx.find_root()
    name = program.info_name or ""
    script = get_completion_class(shell)
    if script is None:
        raise click.ClickException(f"Click completes nothing in {shell}")
    click.echo(script(program.command, {}, name, f"_{name}_COMPLETE".upper()).source())
