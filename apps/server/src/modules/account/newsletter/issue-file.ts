import * as z from 'zod';
import { findLanguage, languages } from '../../../platform/languages.ts';
import { parseJsonFile, type ReadFile } from '../../../platform/operator-file.ts';

const MAX_SUBJECT = 150;
const SUBJECT = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_SUBJECT}}$`, 'u');

const content = z.strictObject({
  /** One line. */
  subject: z.string().regex(SUBJECT, `is one line of at most ${MAX_SUBJECT} characters`),
  /** Plain text; every mail has it. */
  text: z.string().trim().min(1).max(100_000),
  /** A whole document or a fragment; without it, the text is sent as paragraphs. */
  html: z.string().max(500_000).optional(),
});
export type IssueContent = z.infer<typeof content>;

/** An issue by language. Readers of other languages do not get it. */
const issueFile = z
  .record(
    z.string().refine((tag) => findLanguage(tag) !== undefined, {
      error: ({ input }) => `'${input}' is not one of the languages ${languages().join(', ')}`,
    }),
    content,
  )
  .refine((contents) => Object.keys(contents).length > 0, 'names no language');
export type IssueContents = z.infer<typeof issueFile>;

/** Reads an issue of the newsletter: all of it, or the faults of the file. */
export const parseIssueFile = (text: string): ReadFile<IssueContents> => parseJsonFile(issueFile, text);

/** Parses a stored issue. */
export const parseContents = (stored: unknown): IssueContents => issueFile.parse(stored);
