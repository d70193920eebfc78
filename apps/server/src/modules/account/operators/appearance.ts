import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { FastifyRequest } from 'fastify';
import { defaultChannel } from '../../frame/channels/index.ts';
import type { Appearance, Appearances } from '../pages/index.ts';
import { chooseLocale } from '../pages/index.ts';

export const OPERATOR_PATH = '/operator';

/** Addresses of the operators' pages. */
export const ADDRESSES = {
  signIn: `${OPERATOR_PATH}/sign-in`,
  code: `${OPERATOR_PATH}/code`,
  setUp: `${OPERATOR_PATH}/second-factor`,
  invitation: `${OPERATOR_PATH}/invitation`,
  invited: `${OPERATOR_PATH}/invitation/done`,
  signOut: `${OPERATOR_PATH}/sign-out`,
  sessions: `${OPERATOR_PATH}/sessions`,
  gallery: `${OPERATOR_PATH}/gallery`,
};

type Host = { appearances: Appearances; publicUrl: string };

/** Brand and texts of the operators' pages, in the operator's language, or the browser's before sign-in. */
export function appearanceFor({ appearances, publicUrl }: Host, of: Locale | FastifyRequest): Appearance {
  const { id: channel, locale: fallback } = defaultChannel();
  const locale = typeof of === 'string' ? of : chooseLocale(languagesOf(of), fallback);
  const appOrigin = new URL(publicUrl).origin;
  return { ...appearances.ofVisit({ appOrigin, channel, locale }), home: OPERATOR_PATH };
}

/** Browsers list languages in order of preference, so their weights are ignored. */
const languagesOf = ({ headers }: FastifyRequest): string =>
  (headers['accept-language'] ?? '').replaceAll(/;[^,]*/g, '').replaceAll(',', ' ');
