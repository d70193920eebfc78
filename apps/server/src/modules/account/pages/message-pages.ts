import { spelledAddress } from '../../../platform/mail-address.ts';
import { type Html, html } from '../../../platform/markup.ts';
import type { Values } from '../../../platform/texts.ts';
import type { Addresses } from './addresses.ts';
import type { Appearance } from './appearance.ts';
import { layout } from './layout.ts';
import type { PageKey } from './texts.ts';

type Sent = { email: string; form: 'register' | 'forgotten'; addresses: Addresses };

export function checkMailPage(appearance: Appearance, { email, form, addresses }: Sent): string {
  const { t } = appearance;
  return layout(
    appearance,
    t('checkMail.title'),
    html`<p>${t(form === 'register' ? 'checkMail.register' : 'checkMail.password', { email: spelledAddress(email) })}</p>
<p class="intro">${t('checkMail.hint')}</p>
<p class="other"><a href="${addresses[form]}">${t('checkMail.otherAddress')}</a><br>
<a href="${addresses.signIn}?sign-in">${t('checkMail.back')}</a></p>`,
  );
}

/** A page that says what has happened and leads to `href`. */
export function donePage(appearance: Appearance, message: PageKey, href: string, values?: Values): string {
  const { t, brand } = appearance;
  return messagePage(appearance, {
    title: t(`${message}.title`),
    text: t(`${message}.intro`, { ...values, brand: brand.name }),
    action: { label: t(`${message}.submit`), href },
  });
}

/** Offers to keep a closed account, before anybody is signed in to it. */
export function closedPage(
  appearance: Appearance,
  { action, lastDay }: { action: string; lastDay: string },
): string {
  const { t, brand } = appearance;
  return layout(
    appearance,
    t('closed.title'),
    html`<p class="intro">${t('closed.intro', { brand: brand.name, date: lastDay })}</p>
<form method="post" action="${action}">
<button class="button" type="submit" name="answer" value="keep">${t('closed.keep')}</button>
<button class="button plain" type="submit" name="answer" value="leave">${t('closed.leave')}</button>
</form>`,
  );
}

/** The sign-in took too long, or continued in another tab: the web app starts a new one. */
export function expiredPage(appearance: Appearance): string {
  return donePage(appearance, 'expired', appearance.home);
}

/** A failure, with the reference that customer care asks for. */
export function failurePage(
  appearance: Appearance,
  status: number,
  correlationId: string | undefined,
): string {
  const { t, home } = appearance;
  const message = status === 429 || status === 503 ? 'busy' : 'failed';
  return messagePage(appearance, {
    title: t(`${message}.title`),
    text: t(`${message}.intro`),
    action: { label: t('failed.submit'), href: home },
    detail: html`${correlationId && html`<p class="reference">${t('failed.reference')} <code>${correlationId}</code></p>`}`,
  });
}

/**
 * oidc-provider's sign-out form with our buttons. `isCertain` presses the first one by script: the app's ID token proves that it
 * acts for this customer.
 */
export function signOutPage(appearance: Appearance, form: string, isCertain: boolean): string {
  const { t, brand, home } = appearance;
  const press = isCertain && html` data-press`;
  return layout(
    appearance,
    t('signOut.title'),
    html`<p class="intro">${t('signOut.intro', { brand: brand.name })}</p>
${{ markup: form }}
<button class="button" type="submit" form="op.logoutForm" name="logout" value="yes"${press}>${t('signOut.submit')}</button>
<a class="button plain" href="${home}">${t('signOut.stay')}</a>`,
  );
}

type Message = { title: string; text: string; action: { label: string; href: string }; detail?: Html };

/** A page with one message and one thing to do next. */
function messagePage(appearance: Appearance, { title, text, action, detail }: Message): string {
  return layout(
    appearance,
    title,
    html`<p class="intro">${text}</p>
${detail}
<p><a class="button" href="${action.href}">${action.label}</a></p>`,
  );
}
