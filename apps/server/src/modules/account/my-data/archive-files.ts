import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { DataFile } from '../../../platform/personal-data.ts';
import { dateInSentence } from '../../../platform/texts.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import type { ArchiveRow, FileRow } from './store.ts';
import { textsOf } from './texts.ts';

/** A planned file of an archive: its name, and its text in pieces. */
export type PlannedFile = { name: string; texts(written: readonly FileRow[]): AsyncIterable<string> };

/** Length of an array without rows. */
const EMPTY_BYTES = '[]\n'.length;

/** The files of an archive: the rows and schema of each data file, and finally a text that explains them all. */
export function planFiles({ personalData }: Pick<Deps, 'personalData'>, row: ArchiveRow): PlannedFile[] {
  const files = personalData().flatMap(({ files = [] }) => files);
  return [
    ...files.map((file) => ({ name: `${file.name}.json`, texts: () => rowsOf(file, row.user_id) })),
    ...files.map((file) => ({ name: `schemas/${file.name}.schema.json`, texts: () => schemaOf(file) })),
    { name: textsOf(row)('file.readme'), texts: (written) => readmeOf(row, written) },
  ];
}

/** One line per row. */
async function* rowsOf(file: DataFile, customerId: CustomerId): AsyncGenerator<string> {
  let isFirst = true;
  for await (const row of file.read(customerId)) {
    yield `${isFirst ? '[\n' : ',\n'}${JSON.stringify(row)}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

/** Without patterns: those with Unicode character classes are an error to many schema readers. */
async function* schemaOf({ name, row }: DataFile): AsyncGenerator<string> {
  const rows = z.toJSONSchema(z.array(row), {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
    },
  });
  yield `${JSON.stringify({ title: name, ...rows }, null, 2)}\n`;
}

async function* readmeOf(row: ArchiveRow, written: readonly FileRow[]): AsyncGenerator<string> {
  const t = textsOf(row);
  const { timeZone } = channelOrDefault(row.channel);
  const date = dateInSentence(row.created_at, row.locale, timeZone);
  const data = written.filter(({ name }) => name.endsWith('.json') && !name.startsWith('schemas/'));
  const [empty, full] = [data.filter(isEmpty), data.filter((file) => !isEmpty(file))];
  const list = (files: readonly FileRow[]) => files.map(({ name }) => `- ${name}\n`).join('');
  yield `${t('readme.title', { date })}\n\n${t('readme.what')}\n\n${t('readme.form')}\n\n`;
  if (row.export_id !== null) yield `${t('readme.photos')}\n\n`;
  yield `${t('readme.full')}\n${list(full)}\n`;
  if (empty.length > 0) yield `${t('readme.empty')}\n${list(empty)}`;
}

const isEmpty = ({ bytes }: FileRow) => Number(bytes) <= EMPTY_BYTES;
