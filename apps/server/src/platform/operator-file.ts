import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Gauge, register } from 'prom-client';
import type * as z from 'zod';
import { parseSentJson } from './sent-json.ts';
import { StartupError } from './startup-error.ts';

/** The content of an operator's file, or one line per fault: all of it is accepted, or nothing. */
export type ReadFile<Value> = { value: Value; faults?: never } | { faults: string[]; value?: never };

/** Maximum number of faults listed: nobody fixes more at once before checking the file again. */
const MAX_FAULTS = 50;

/** Parses JSON by a schema; each fault is a line that says where it is: `channels[0].currency: …`. */
export function parseJsonFile<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): ReadFile<z.output<Schema>> {
  let json: unknown;
  try {
    json = parseSentJson(text);
  } catch (error) {
    return { faults: [`The file is not valid JSON: ${(error as Error).message}`] };
  }
  const { success, data, error } = schema.safeParse(json);
  if (success) return { value: data };
  const faults = error.issues.map((issue) => `${placeOf(issue.path)}: ${faultOf(issue)}`);
  const rest = faults.length - MAX_FAULTS;
  return { faults: rest > 0 ? [...faults.slice(0, MAX_FAULTS), `… and ${rest} more`] : faults };
}

/** Rewords a schema's message, meant for programmers, for operators. */
function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `there is no such key: ${issue.keys.map((key) => `'${key}'`).join(', ')}`;
  return issue.message.endsWith('received undefined') ? 'is missing' : issue.message;
}

/** A path in the usual notation: `albums[2].owner`. */
export const placeOf = (path: readonly PropertyKey[]) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'file';

/** How often a file is checked, in milliseconds. Polled, because mounted folders send no change events. */
const INTERVAL_MS = 2_000;

export type OperatorFile<Value> = {
  /** The content of the last version without faults. */
  current(): Value;
  /** Reads the file now instead of waiting for the next check. */
  reload(): Promise<void>;
  close(): void;
};

type Options<Value> = {
  /** The setting that names the file, for messages. */
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
 * Opens a file that its operator may change while the server runs. Throws StartupError if it cannot be read or has faults at the
 * start; later this is logged, and the previous content stays in effect.
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
