// What the apps add to the page. Each app's console.js exports `functions`: by the name of a form, an object with any of
//
//   value(answer, asked)   nodes with the main value and the facts of an answer to the data `asked`
//   figure(answer, asked)  nodes with a drawing of it, or another view
//   text(answer)           the answer as the service's own plain text has it (G6); undefined where it has none
//   explain(body)          nodes for a refusal that is an answer to a person; undefined for all others
//   begin(form)            called once, before the first values are kept
//   shown(form)            called when the form is shown
//   request(form, data)    the data to send in the place of `data`
//   glance(form, data)     calls for a list of all forms of the input: [{ title, parameters }], or nothing
//   entries(form)          a promise of more entries for the search: [{ title, values, words }]
//
// Views that several functions choose from are made in parts.js, views.js and charts.js. A view may send the event "use"
// with a text for the paste box, and "write" with values for the form.
//
// Also `kinds`: what pasted text may be (see kinds.js).

const scripts = JSON.parse(document.getElementById("main").dataset.scripts);
const modules = await Promise.all(scripts.map((script) => import(script)));

const functions = Object.assign({}, ...modules.map((module) => module.functions ?? {}));

export const functionOf = (name) => functions[name] ?? {};

export const kinds = modules.flatMap((module) => module.kinds ?? []);
