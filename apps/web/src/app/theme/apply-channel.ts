import type { PublicChannel } from '@keepsake/contracts';
import { textOn } from './contrast.ts';

/** Gives the page the channel's language, colours and icon. Set one by one, because the policy allows no style tag. */
export function applyChannel(channel: PublicChannel, page: Document = document): void {
  const root = page.documentElement;
  root.lang = channel.locale;
  root.style.setProperty('--channel-light', channel.accent.light);
  root.style.setProperty('--channel-dark', channel.accent.dark);
  root.style.setProperty('--on-channel-light', textOn(channel.accent.light));
  root.style.setProperty('--on-channel-dark', textOn(channel.accent.dark));
  const icon = page.querySelector<HTMLLinkElement>('link[rel=icon]') ?? page.createElement('link');
  icon.rel = 'icon';
  icon.href = channel.faviconUrl;
  page.head.append(icon);
}
