import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';
import { plainLine, plainText } from '../platform/plain-text.ts';

/** Longest caption of a photo, in UTF-16 units. */
export const MAX_CAPTION_LENGTH = 500;
/** What is read before it is cleaned. */
const MAX_SENT_LENGTH = 4_000;

/** A caption as it is stored: one line, without control and invisible characters. */
const plainCaption = (typed: string): string => plainLine(plainText(typed));

/** What its customer wrote about a photo. */
export const photoCaption = z.object({ photoId: id, caption: z.string() });
export type PhotoCaption = z.infer<typeof photoCaption>;

/**
 * Gives one photo of the customer a caption, instead of any that it has; an empty one takes it away. Line breaks become blanks (a
 * call of our own).
 */
export const setCaption = endpoint({
  name: 'setCaption',
  service: 'photoManagement',
  method: 'PUT',
  path: '/photos/{photoId}/caption',
  params: z.object({ photoId: id }),
  body: z.object({
    caption: z.pipe(
      z.pipe(z.string().check(z.maxLength(MAX_SENT_LENGTH)), z.transform(plainCaption)),
      z.string().check(z.maxLength(MAX_CAPTION_LENGTH)),
    ),
  }),
  /** The caption as it is stored now. */
  response: z.object({ caption: z.string() }),
  sample: ({ photoId }) => ({ params: { photoId }, body: { caption: 'Grandpa in the garden' } }),
});
