import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { Endpoint } from '@keepsake/contracts/platform/endpoint';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './open-api.ts';
import { mountFor } from './route-access.ts';

/** Swagger UI as bundled with @fastify/swagger-ui: without source maps, and without the telemetry of swagger-ui-dist. */
const SWAGGER_UI = path.dirname(
  fileURLToPath(import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')),
);
const SERVED = ['/swagger-ui.css', '/swagger-ui-bundle.js'];

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Keepsake API</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

/** A separate file, because our pages' policy allows no inline script. */
const SCRIPT = `SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  displayOperationId: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** `/docs`, where people read the API and try it, and `/docs/openapi.json`, generated from the contract. */
export async function mountApiReference(app: FastifyInstance, endpoints: readonly Endpoint[]): Promise<void> {
  const document = openApiDocument(endpoints);
  await mountFor(app, 'public', async (scope) => {
    scope.get('/docs/openapi.json', async () => document);
    scope.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
    scope.get('/docs/reference.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(SCRIPT),
    );
    await scope.register(fastifyStatic, {
      root: SWAGGER_UI,
      prefix: '/docs/assets/',
      allowedPath: (file) => SERVED.includes(file),
      decorateReply: false,
    });
  });
}
