// Shows the service's OpenAPI description with Swagger UI, which calls no validator and no other origin.
const dark = matchMedia("(prefers-color-scheme: dark)");
let chosen; // the theme that was chosen on the console, as JSON
try {
  chosen = localStorage.getItem("utilitysvc.theme");
} catch {
  // The browser forbids storage: follow the system's setting.
}
const isDark = () => (chosen === '"dark"' ? true : chosen === '"light"' ? false : dark.matches);
const paint = () => document.documentElement.classList.toggle("dark-mode", isDark());
dark.addEventListener("change", paint);
paint();

// @ts-expect-error: the bundle is a script, which the page loads before this one
window.ui = SwaggerUIBundle({
  url: "../schema/",
  dom_id: "#docs",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
});
