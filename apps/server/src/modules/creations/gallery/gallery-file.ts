import * as z from 'zod';
import { parseJsonFile, type ReadFile } from '../../../platform/operator-file.ts';
import { channels as configured, isChannelId } from '../../frame/channels/index.ts';

const category = z.strictObject({
  /** Appears in addresses and beside entries: it never changes. */
  name: z.string().regex(/^(?!entries$)[a-z0-9-]{1,50}$/, {
    error: "is not a name: lower-case letters, digits and -, and not 'entries'",
  }),
  /** In the language of the channel. */
  title: z.string().trim().min(1).max(80),
});
const channel = z.strictObject({ id: z.string(), categories: z.array(category).min(1).max(50) });
const channelsOfFile = z.strictObject({ channels: z.array(channel).max(100) });

/** The operator's file: which channels have a gallery, and its categories in order. */
const galleryFile = channelsOfFile.superRefine(({ channels }, context) => {
  const seen = new Set<string>();
  for (const [at, { id, categories }] of channels.entries()) {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['channels', at, ...path], message });
    if (!isChannelId(id))
      complain(
        ['id'],
        `'${id}' is not one of the channels: ${configured()
          .map((one) => one.id)
          .join(', ')}`,
      );
    if (seen.has(id)) complain(['id'], `'${id}' is there twice`);
    seen.add(id);
    const names = new Set<string>();
    for (const [place, { name }] of categories.entries()) {
      if (names.has(name)) complain(['categories', place, 'name'], `'${name}' is there twice`);
      names.add(name);
    }
  }
});
export type GalleryFile = z.output<typeof galleryFile>;
export type Category = z.output<typeof category>;

/** Reads the operator's file: all of it, or its faults. */
export const parseGallery = (file: string): ReadFile<GalleryFile> => parseJsonFile(galleryFile, file);

/** The demo's file, without the channels that this installation does not have. */
export function parseDemoGallery(file: string): ReadFile<GalleryFile> {
  const { value, faults } = parseJsonFile(channelsOfFile, file);
  if (faults) return { faults };
  const channels = value.channels.filter(({ id }) => isChannelId(id));
  return parseGallery(JSON.stringify({ channels }));
}

/** What an operator is told about a file without faults. */
export function checkGallery(text: string): ReadFile<string[]> {
  const { value, faults } = parseGallery(text);
  if (faults) return { faults };
  const categories = value.channels.flatMap((each) => each.categories).length;
  return { value: [`${value.channels.length} channels, ${categories} categories.`] };
}
