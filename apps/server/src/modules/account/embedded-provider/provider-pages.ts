import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context } from 'oidc-provider';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';
import {
  type Appearances,
  addressesOf,
  donePage,
  expiredPage,
  failurePage,
  signOutPage,
  visitCookie,
} from '../pages/index.ts';
import { judgeAnswer } from './answer-failures.ts';
import type { ProviderPages } from './create-provider.ts';
import { addressAfterLostForm, shareSecret } from './sign-out.ts';

type ShowingDeps = {
  appearances: Appearances;
  requests: WeakMap<IncomingMessage, FastifyRequest>;
  cookieKey: string;
};

/** The pages of oidc-provider, in our design. */
export function createProviderPages({ appearances, requests, cookieKey }: ShowingDeps): ProviderPages {
  const requestOf = (context: Context) => requests.get(context.req);
  const appearanceOf = (context: Context) => appearances.ofRequest(requestOf(context));
  return {
    interactionUrl(context, { uid }) {
      const { name, value, options } = visitCookie(appearances.ofParams(context.oidc.params));
      context.cookies.set(name, value, options);
      return addressesOf(uid).signIn;
    },
    renderError(context, { error, error_description }, cause) {
      const request = requestOf(context);
      if (context.status >= 500) judgeAnswer(requests, context, cause);
      else request?.log.info({ error, error_description }, 'the identity provider refused a request');
      const appearance = appearanceOf(context);
      const next = addressAfterLostForm(context, cause, appearance.home);
      if (next !== null) return lead(context, next);
      const isOver = cause instanceof SessionNotFound;
      show(context, isOver ? expiredPage(appearance) : failurePage(appearance, context.status, request?.id));
    },
    logoutSource(context, form) {
      const subject = context.oidc.entities.IdTokenHint?.payload.sub;
      const isCertain = subject !== undefined && subject === context.oidc.session.accountId;
      show(
        context,
        signOutPage(appearanceOf(context), shareSecret(context.oidc.session, form, cookieKey), isCertain),
      );
    },
    postLogoutSuccessSource(context) {
      const appearance = appearanceOf(context);
      show(context, donePage(appearance, 'signedOut', appearance.home));
    },
  };
}

function show(context: Context, page: string): void {
  context.type = 'html';
  context.body = page;
}

function lead(context: Context, address: string): void {
  context.status = 303;
  context.redirect(address);
}
