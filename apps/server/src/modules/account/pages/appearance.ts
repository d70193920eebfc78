import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import type { FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import * as z from 'zod';
import { type Clock, DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { chooseLocale, type Translate, toLocale, translatorFor } from './texts.ts';

/** The facts about a brand that pages and mails show. */
export type Brand = Pick<
  PublicChannel,
  | 'id'
  | 'name'
  | 'locale'
  | 'timeZone'
  | 'accent'
  | 'logoUrl'
  | 'logoDarkUrl'
  | 'faviconUrl'
  | 'customerCareUrl'
>;

export type AppearanceDeps = {
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  /** Origins of the web app besides publicUrl's: one per brand host. */
  brandOrigins: readonly string[];
  resolveChannel(requested: { hostname: string; channelParam: string | null }): Brand;
};

/** Where a customer comes from: decides links, brand and language. The origin is always one of ours. */
export const visit = z.object({
  appOrigin: z.string(),
  channel: z.string(),
  locale: z.string().transform(toLocale),
});
export type Visit = z.infer<typeof visit>;

/** Brand and texts of a page or mail for a visit. */
export type Appearance = Visit & {
  brand: Brand;
  t: Translate;
  /** Root of the web app, which starts a new sign-in for visitors who are not signed in. */
  home: string;
};

export function toVisit({ appOrigin, channel, locale }: Appearance): Visit {
  return { appOrigin, channel, locale };
}

const COOKIE = 'keepsake_visit';
type Requested = { origin?: string | null; channel?: string | null; locales?: string | null };

export type Appearances = ReturnType<typeof createAppearances>;

/** Finds the appearance of a visit, an interaction, or a request with the cookie of its last visit. */
export function createAppearances(deps: AppearanceDeps) {
  const ownOrigin = new URL(deps.publicUrl).origin;
  const origins = new Set([ownOrigin, ...deps.brandOrigins]);

  function resolve({ origin, channel, locales }: Requested): Appearance {
    const appOrigin = origin && origins.has(origin) ? origin : ownOrigin;
    const brand = brandOf(appOrigin, channel ?? null);
    return ofVisit({ appOrigin, channel: brand.id, locale: chooseLocale(locales, brand.locale) });
  }
  function ofVisit(of: Visit): Appearance {
    const { appOrigin, channel, locale } = of;
    const brand = brandOf(appOrigin, channel);
    return { ...of, brand, t: translatorFor(locale, brand.id), home: `${appOrigin}/` };
  }
  function brandOf(appOrigin: string, channelParam: string | null): Brand {
    return deps.resolveChannel({ hostname: new URL(appOrigin).hostname, channelParam });
  }
  function ofParams(params: Record<string, string | undefined>): Appearance {
    const origin = params.redirect_uri ? URL.parse(params.redirect_uri)?.origin : null;
    return resolve({ origin, channel: params.channel, locales: params.ui_locales });
  }
  return {
    ofVisit,
    ofParams,
    ofInteraction: ({ params }: Interaction): Appearance => ofParams(params),
    /** For pages without a live interaction. */
    ofRequest(request: FastifyRequest | undefined): Appearance {
      const requested = (request?.query ?? {}) as Record<string, unknown>;
      const [origin, channel, locale] = rememberedVisit(request?.headers.cookie);
      const locales = [textOf(requested.ui_locales), locale].filter(Boolean).join(' ');
      return resolve({ origin, channel: textOf(requested.channel) ?? channel, locales });
    },
  };
}

/** Cookie of the last visit, so that even an expired page knows its brand and its way back. It holds no secret. */
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
    // Written by somebody else.
    return [];
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

type Throttled = 'signIn.throttled' | 'code.throttled' | 'recovery.throttled' | 'operator.throttled';

/** Says in minutes until when attempts are blocked. */
export function throttledText(
  { clock }: { clock: Clock },
  { t }: Appearance,
  text: Throttled,
  until: Date,
): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / MINUTE_MS));
  return t(text, { count: minutes, minutes });
}
