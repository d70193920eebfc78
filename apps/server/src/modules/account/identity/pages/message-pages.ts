import { html } from '../../../../platform/markup.ts';
import type { Appearance } from './appearance.ts';
import type { Addresses } from './form-pages.ts';
import { layout, messagePage } from './layout.ts';

type Sent = { email: string; kind: 'register' | 'password'; addresses: Addresses };

export function checkMailPage(appearance: Appearance, { email, kind, addresses }: Sent): string {
  const { t } = appearance;
  const back = kind === 'register' ? addresses.register : addresses.forgotten;
  return layout(
    appearance,
    t('checkMail.title'),
    html`<p>${t(kind === 'register' ? 'checkMail.register' : 'checkMail.password', { email })}</p>
<p class="intro">${t('checkMail.hint')}</p>
<p class="other"><a href="${back}">${t('checkMail.otherAddress')}</a><br>
<a href="${addresses.signIn}?sign-in">${t('checkMail.back')}</a></p>`,
  );
}

type Message = 'confirmed' | 'resetDone' | 'badLink' | 'signedOut';

/** A page that says what has happened and leads to `href`. */
export function donePage(appearance: Appearance, message: Message, href: string): string {
  const { t, look } = appearance;
  const action = { label: t(`${message}.submit`), href };
  return messagePage(appearance, {
    title: t(`${message}.title`),
    text: t(`${message}.intro`, { brand: look.name }),
    action,
  });
}

/**
 * oidc-provider's sign-out form with our buttons. `isCertain` presses the first one by itself: the app that asked has
 * proved by its ID token that it speaks for this very customer.
 */
export function signOutPage(appearance: Appearance, form: string, isCertain: boolean): string {
  const { t, look, home } = appearance;
  const press = isCertain && html` data-press`;
  return layout(
    appearance,
    t('signOut.title'),
    html`<p class="intro">${t('signOut.intro', { brand: look.name })}</p>
${{ markup: form }}
<button class="button" type="submit" form="op.logoutForm" name="logout" value="yes"${press}>${t('signOut.submit')}</button>
<a class="button plain" href="${home}">${t('signOut.stay')}</a>`,
  );
}
