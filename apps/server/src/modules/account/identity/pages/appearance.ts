import type { FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import * as z from 'zod';
import { DAY_MS } from '../../../../platform/durations.ts';
import { toLocale } from '../accounts/account-store.ts';
import type { ChannelLook, IdentityDeps } from '../deps.ts';
import { chooseLocale, type Translate, translatorFor } from '../texts/texts.ts';

/** Where a customer comes from, as far as links, brand and language need it. The origin is always one of ours. */
export const visit = z.object({
  appOrigin: z.string(),
  channel: z.string(),
  locale: z.string().transform(toLocale),
});
export type Visit = z.infer<typeof visit>;

/** A visit dressed for a page or a mail. */
export type Appearance = Visit & {
  look: ChannelLook;
  t: Translate;
  /** Root of the web app: starts a new sign-in for whoever is not signed in. */
  home: string;
};

export function toVisit({ appOrigin, channel, locale }: Appearance): Visit {
  return { appOrigin, channel, locale };
}

const COOKIE = 'keepsake_visit';
type Asked = { origin?: string | null; channel?: string | null; locales?: string | null };

export type Appearances = ReturnType<typeof createAppearances>;

/** Finds brand and language of a visit from what oidc-provider knows, from a token, or from the last visit's cookie. */
export function createAppearances(deps: Pick<IdentityDeps, 'publicUrl' | 'brandOrigins' | 'resolveChannel'>) {
  const ownOrigin = new URL(deps.publicUrl).origin;
  const origins = new Set([ownOrigin, ...deps.brandOrigins]);

  function resolve({ origin, channel, locales }: Asked): Visit {
    const appOrigin = origin && origins.has(origin) ? origin : ownOrigin;
    const look = deps.resolveChannel({
      hostname: new URL(appOrigin).hostname,
      channelParam: channel ?? null,
    });
    return { appOrigin, channel: look.id, locale: chooseLocale(locales, look.locale) };
  }
  function dress(of: Visit): Appearance {
    const { appOrigin, channel, locale } = of;
    const look = deps.resolveChannel({ hostname: new URL(appOrigin).hostname, channelParam: channel });
    return { ...of, look, t: translatorFor(locale), home: `${appOrigin}/` };
  }
  return {
    dress,
    ofParams: (params: Record<string, string | undefined>) =>
      dress(
        resolve({
          origin: originOf(params.redirect_uri),
          channel: params.channel,
          locales: params.ui_locales,
        }),
      ),
    ofInteraction({ params }: Interaction): Appearance {
      return this.ofParams(params);
    },
    /** For pages that belong to no interaction that is still alive. */
    ofRequest(request: FastifyRequest | undefined): Appearance {
      const asked = (request?.query ?? {}) as Record<string, unknown>;
      const [origin, channel, locale] = rememberedVisit(request?.headers.cookie);
      return dress(
        resolve({
          origin,
          channel: textOf(asked.channel) ?? channel,
          locales: [textOf(asked.ui_locales), locale].filter(Boolean).join(' '),
        }),
      );
    },
  };
}

/** The last visit's cookie, so that even an expired page knows its brand and its way back. Nothing secret is in it. */
export function visitCookie({ appOrigin, channel, locale }: Visit) {
  const value = encodeURIComponent([appOrigin, channel, locale].join(' '));
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    signed: false,
    overwrite: true,
    maxAge: 30 * DAY_MS,
  };
  return { name: COOKIE, value, options };
}

function rememberedVisit(cookies: string | undefined): string[] {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies ?? '') ?? [];
  try {
    return decodeURIComponent(value).split(' ');
  } catch {
    return [];
  }
}

function originOf(url: string | undefined): string | null {
  return url ? (URL.parse(url)?.origin ?? null) : null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
