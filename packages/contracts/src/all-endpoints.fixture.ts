import { globSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from './platform/endpoint.ts';

const files = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.{test,fixture}.ts'] }).sort();
const modules = await Promise.all(
  files.map(
    (file): Promise<Record<string, unknown>> =>
      import(/* @vite-ignore */ path.join(import.meta.dirname, file)),
  ),
);

/** Every call of the contract, whatever file it is in. */
export const allEndpoints: readonly Endpoint[] = [
  ...new Set(modules.flatMap((module) => Object.values(module)).filter(isEndpoint)),
];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'service' in value && 'method' in value;
}
