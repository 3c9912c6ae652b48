"""The hints for the forms of /time/ in the console."""

from utilitysvc.console.hints import BROWSER_ZONE, Hints

HINTS = {
    "time": Hints(
        icon='<circle cx="12" cy="12" r="8"/><path d="M12 8v4l3 2"/>',
        wide=("operation", "datetime", "start", "end", "rule"),
        initial={"timezone": BROWSER_ZONE},
        empty=("subdivision",),
        called={"durations": "duration"},
        words="date clock timestamp epoch unix datetime calendar now today",
        names={
            "current": "Now, or any moment",
            "timezones": "List time zones",
            "difference": "Time between two moments",
            "add": "Add to a date",
            "subtract": "Subtract from a date",
            "convert_timezone": "Convert time zone",
            "timezone_info": "About a time zone",
            "format": "Format a date",
            "components": "Parts of a date",
            "start_of": "Start of a period",
            "end_of": "End of a period",
            "transitions": "Clock changes of a zone",
            "recurrence": "Recurring dates",
            "duration": "Durations",
            "holidays": "Public holidays",
        },
        operation_words={
            "current": "epoch unix timestamp convert milliseconds iso 8601 iso8601 rfc 2822 parse world clock",
            "difference": "duration deadline age days between until since countdown birthday workdays business days",
            "add": "plus later in days workdays business",
            "subtract": "minus ago before",
            "convert_timezone": "meeting world clock timezone",
            "timezone_info": "offset dst daylight saving summer utc gmt",
            "format": "strftime pattern rfc",
            "components": "week number weekday day of year quarter",
            "transitions": "dst daylight saving summer",
            "recurrence": "cron rrule crontab repeat schedule every",
            "duration": "iso 8601 sum hours minutes seconds",
            "holidays": "bank holiday country business workday",
        },
    )
}
