// A file in the place of a form's text: chosen, or dropped on the form.

const inputOf = (form) => form.querySelector("input[type=file]");

/** The file that is to be sent, or none. */
export const fileOf = (form) => inputOf(form)?.files[0];

export function clearFile(form) {
  if (fileOf(form)) inputOf(form).value = "";
}

/** Let a file be dropped anywhere on the form; the form then changes as if it had been chosen. */
export function takeDrops(form) {
  const input = inputOf(form);
  if (!input) return;
  const hasFile = (event) => [...event.dataTransfer.types].includes("Files");
  form.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  form.addEventListener("dragleave", (event) => {
    if (!form.contains(event.relatedTarget)) form.classList.remove("dropping");
  });
  form.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    form.classList.remove("dropping");
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
