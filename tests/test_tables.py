"""`each_row` runs every row and shows what each that fails gave; `rows` reads a table beside the test."""

import pytest

from tests.tables import each_row, rows


def test_each_row_that_fails_is_shown_with_what_it_gave():
    seen = []

    @each_row(("number", "root"), [(4, 2), (9, 4), (16, 5), (25, 5)])
    def square(number, root):
        seen.append(number)
        assert root**2 == number

    with pytest.raises(pytest.fail.Exception) as failure:
        square()
    assert seen == [4, 9, 16, 25]
    shown = str(failure.value)
    assert "2 of 4 rows failed" in shown
    assert "number=9, root=4" in shown
    assert "(4 ** 2) == 9" in shown
    assert "number=16, root=5" in shown
    assert "number=4," not in shown


def test_a_row_that_raises_nothing_where_it_should_is_shown_too():
    @each_row("text", ["x", "1"])
    def is_refused(text):
        with pytest.raises(ValueError, match="invalid literal"):
            int(text)

    with pytest.raises(pytest.fail.Exception, match=r"(?s)1 of 2 rows failed.*text='1'.*DID NOT RAISE"):
        is_refused()


@each_row("length", [1, 2])
@each_row("text", ["a", "bc"])
def test_a_fixture_and_the_rows_of_two_tables(tmp_path, text, length):
    assert tmp_path.is_dir()
    assert text[:length]


def test_a_table_without_rows_is_refused():
    with pytest.raises(AssertionError, match="tests nothing"):
        each_row("text", [])


def test_rows_are_read_from_the_file_beside_the_test():
    cells, meanings = zip(*rows("test_tables.tsv"), strict=True)
    assert cells == ("a\"b' é 😀", "a\tb\n\\d\0\x85\ud800\U0001f600é", "# x", "")
    assert meanings[-1] == "nothing"
    assert rows("test_tables.json") == [[1, {"a": [None, "b\tc"]}], [2, {}]]
