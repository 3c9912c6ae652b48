// Swagger UI on the service's own description. No validator and no other origin is asked.
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
