import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = path.resolve(import.meta.dirname, '../../../../../../docs/schemas');
/** The formats of data exchanged with businesses, as published in docs. */
const SCHEMAS = {
  'callbacks.schema.json': 'application/schema+json; charset=utf-8',
  'callbacks.xsd': 'application/xml; charset=utf-8',
  'orders.xsd': 'application/xml; charset=utf-8',
} as const;

/** `/schemas/…`: linked from the pages for businesses. */
export function mountSchemas(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(SCHEMAS)) {
    app.get(`/schemas/${name}`, async (_request, reply) =>
      reply.type(type).send(await readFile(path.join(FOLDER, name))),
    );
  }
}
