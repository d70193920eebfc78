import path from 'node:path';
import { getArticleGroups, getCampaign } from '@keepsake/contracts/exchange/cut-off';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { type OperatorFile, openOperatorFile } from '../../../platform/operator-file.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { type Channel, findChannel, requireChannel, resolveChannel } from '../../frame/channels/index.ts';
import { nextCutOff, viewCampaign } from './cut-offs.ts';
import { type Timing, timingFor } from './delivery-days.ts';
import { parseDemoMerchandise, parseMerchandise } from './merchandise-file.ts';
import { type Article, inLanguage, type Merchandise } from './merchandise-schema.ts';
import { serveGraphql } from './serve-graphql.ts';

export { checkMerchandise } from './check-merchandise.ts';
export type { Timing } from './delivery-days.ts';
export { type Article, inLanguage } from './merchandise-schema.ts';

/** What the demo's brands sell. */
const DEMO_FILE = path.resolve(import.meta.dirname, '../../../demo/merchandise.json');

type Deps = Pick<Platform, 'clock' | 'log'> & {
  /** The operator's file, the only source of what is sold; null for what the demo's brands sell. */
  file: string | null;
};

/** Articles of a channel, including hidden ones; none if it sells nothing here. */
export type ArticlesOf = (channelId: string) => readonly Article[];

/** Delivery facts of an article for the day on which it is needed; null if there are none for its group. */
export type TimingOf = (requested: {
  channelId: string;
  article: string;
  neededOn: string;
  now: Date;
}) => Timing | null;

export type MerchandiseModule = Module & {
  articlesOf: ArticlesOf;
  timingOf: TimingOf;
  /** Reads the file now instead of within seconds of its change. */
  reload(): Promise<void>;
};

/** What is sold, and its cut-offs. Throws StartupError if the operator's file has faults. */
export async function createMerchandise({ clock, log, file }: Deps): Promise<MerchandiseModule> {
  const opened = await openOperatorFile({
    setting: 'MERCHANDISE_FILE',
    file: file ?? DEMO_FILE,
    parse: file ? parseMerchandise : parseDemoMerchandise,
    log,
  });
  const { current } = opened;
  return {
    articlesOf: (channelId) => current().channels.find(({ id }) => id === channelId)?.articles ?? [],
    timingOf({ channelId, article, neededOn, now }) {
      const channel = current().channels.find(({ id }) => id === channelId);
      const group = channel?.articleGroups.find(({ articles }) => articles.includes(article))?.name;
      const timeZone = findChannel(channelId)?.timeZone;
      return channel && group && timeZone ? timingFor(neededOn, { channel, group, timeZone, now }) : null;
    },
    mount: (app) => serveGraphql(app, current),
    routes: cutOffRoutes({ clock, current }),
    reload: opened.reload,
    close: async () => opened.close(),
  };
}

function cutOffRoutes({ clock, current }: { clock: Clock } & Pick<OperatorFile<Merchandise>, 'current'>) {
  function placeOf(request: FastifyRequest, requested: string | undefined) {
    const { id, timeZone } = channelFor(request, requested);
    return { channel: current().channels.find((each) => each.id === id), timeZone, now: clock() };
  }
  return [
    route(getArticleGroups, async ({ query, request }) => {
      const { channel, timeZone, now } = placeOf(request, query.channel);
      const articleGroups = channel?.articleGroups.map(({ name, title, articles }) => ({
        name,
        title: inLanguage(title, channel.vendor.locale),
        articles,
        cutOff: nextCutOff(name, { channel, timeZone, now }),
      }));
      return { timeZone, now: now.toISOString(), articleGroups: articleGroups ?? [] };
    }),
    route(getCampaign, async ({ params, query, request }) => {
      const { channel, timeZone, now } = placeOf(request, query.channel);
      const campaign = channel?.campaigns.find(({ name }) => name === params.name);
      if (!channel || !campaign) throw new Problem('not-found');
      return viewCampaign(campaign, { channel, timeZone, now });
    }),
  ];
}

/** The requested channel, else that of the host. Throws `invalid-request` if it is not one of ours. */
function channelFor({ hostname }: FastifyRequest, requested: string | undefined): Channel {
  return requested === undefined ? resolveChannel({ hostname }) : requireChannel(requested, 'query.channel');
}
