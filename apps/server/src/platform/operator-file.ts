import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Gauge, register } from 'prom-client';
import type * as z from 'zod';
import { StartupError } from './startup-error.ts';

/** What a file of an operator says, or a line for each thing that is wrong with it: all of it is taken, or nothing. */
export type ReadFile<Value> = { value: Value; faults?: never } | { faults: string[]; value?: never };

/** Lines that help: after so many of them the first ones are put right before the rest is read. */
const MAX_FAULTS = 50;

/** Reads JSON of a schema; each fault is a line that says where it is: `channels[0].currency: …`. */
export function parseJsonFile<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): ReadFile<z.output<Schema>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { faults: [`The file is not valid JSON: ${(error as Error).message}`] };
  }
  const { success, data, error } = schema.safeParse(json);
  if (success) return { value: data };
  const faults = error.issues.map((issue) => `${placeOf(issue.path)}: ${faultOf(issue)}`);
  const rest = faults.length - MAX_FAULTS;
  return { faults: rest > 0 ? [...faults.slice(0, MAX_FAULTS), `… and ${rest} more`] : faults };
}

/** What a schema words for programmers, as an operator reads it. */
function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `there is no such key: ${issue.keys.map((key) => `'${key}'`).join(', ')}`;
  return issue.message.endsWith('received undefined') ? 'is missing' : issue.message;
}

/** As people write it: `albums[2].owner`. */
export const placeOf = (path: readonly PropertyKey[]) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'file';

/** How often a file is looked at, in milliseconds. By its state and not by events, which mounted folders do not send. */
const INTERVAL_MS = 2_000;

export type OperatorFile<Value> = {
  /** What the file said when it was last without a fault. */
  current(): Value;
  /** Reads the file now: what it does by itself once the file has changed. */
  reload(): Promise<void>;
  close(): void;
};

type Options<Value> = {
  /** The setting that names the file, for what is said about it. */
  setting: string;
  file: string;
  parse(text: string): ReadFile<Value>;
  log: Pick<Logger, 'info' | 'error'>;
};

const refused = new Gauge({
  name: 'keepsake_operator_file_refused',
  help: '1 while a file of the operator has faults and what it said before is used',
  labelNames: ['setting'],
  registers: [register],
});

/**
 * Opens a file that its operator changes while the server runs. Throws StartupError when it cannot be read or has faults at
 * the start; later such a file is logged, and what the file said before stays.
 */
export async function openOperatorFile<Value>(options: Options<Value>): Promise<OperatorFile<Value>> {
  const { setting, file, log } = options;
  const first = await read(options);
  if (first.faults) throw new StartupError(`${setting} names ${file}, where ${first.faults.join('; ')}`);
  let current = first.value;
  refused.set({ setting }, 0);

  async function reload(): Promise<void> {
    const { value, faults } = await read(options);
    refused.set({ setting }, faults ? 1 : 0);
    if (faults) return log.error({ setting, file, faults }, 'a changed file has faults and was not taken');
    current = value;
    log.info({ setting, file }, 'a changed file was taken');
  }
  const onChange = () => void reload();
  watchFile(file, { interval: INTERVAL_MS, persistent: false }, onChange);
  return { current: () => current, reload, close: () => unwatchFile(file, onChange) };
}

async function read<Value>({ file, parse }: Options<Value>): Promise<ReadFile<Value>> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    return { faults: [`the file cannot be read: ${(error as Error).message}`] };
  }
}
