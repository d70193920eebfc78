import type { ReadFile } from '../../../platform/operator-file.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { dstTransitionOf, instantOf } from './cut-offs.ts';
import { parseMerchandise } from './merchandise-file.ts';
import type { MerchandiseChannel } from './merchandise-schema.ts';

/** What an operator is told about a file without faults: its content, and what may be unintended. */
export function checkMerchandise(text: string, now: Date): ReadFile<string[]> {
  const { value, faults } = parseMerchandise(text);
  if (faults) return { faults };
  const { channels } = value;
  const count = (parts: (channel: MerchandiseChannel) => readonly unknown[]) =>
    channels.flatMap(parts).length;
  const articles = count((channel) => channel.articles);
  const cutOffs = count(({ campaigns }) => campaigns.flatMap((campaign) => campaign.cutOffs));
  const summary = `${channels.length} channels, ${articles} articles, ${cutOffs} cut-offs.`;
  return { value: [summary, ...channels.flatMap((channel) => notesOn(channel, now))] };
}

/** Cut-offs that are never announced, and times that summer time skips or doubles. */
function notesOn({ id, campaigns }: MerchandiseChannel, now: Date): string[] {
  const timeZone = findChannel(id)?.timeZone ?? 'UTC';
  return campaigns.flatMap(({ name, cutOffs }) =>
    cutOffs.flatMap(({ articleGroup, orderBy }) => {
      const which = `Note: ${id}, ${name}, ${articleGroup}: ${orderBy}`;
      const at = instantOf(orderBy, timeZone, now);
      if (at <= now) return [`${which} has passed and is told to nobody.`];
      const transition = dstTransitionOf(orderBy, timeZone, now);
      const notified = at.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
      if (transition === 'skipped') return [`${which} is skipped by summer time; ${notified} is meant.`];
      if (transition === 'doubled') return [`${which} comes twice that night; the earlier one is meant.`];
      return [];
    }),
  );
}
