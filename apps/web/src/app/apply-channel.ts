import type { PublicChannel } from '@keepsake/contracts/frame/configuration';

/**
 * Applies the channel's language, colours and icon, property by property, because the content security policy allows no style
 * tags.
 */
export function applyChannel(channel: PublicChannel, page: Document = document): void {
  const root = page.documentElement;
  root.lang = channel.locale;
  root.dir = channel.direction;
  root.style.setProperty('--channel-light', channel.accent.light);
  root.style.setProperty('--channel-dark', channel.accent.dark);
  root.style.setProperty('--on-channel-light', textOn(channel.accent.light));
  root.style.setProperty('--on-channel-dark', textOn(channel.accent.dark));
  const icon = page.querySelector<HTMLLinkElement>('link[rel=icon]') ?? page.createElement('link');
  icon.rel = 'icon';
  icon.href = channel.faviconUrl;
  page.head.append(icon);
}

/** Relative luminance of a colour written `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours written `#rrggbb`, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

const DARK = '#15171a';
const WHITE = '#ffffff';

/** The text colour with the best contrast on a background. */
export function textOn(color: string): string {
  return contrastOf(color, WHITE) >= contrastOf(color, DARK) ? WHITE : DARK;
}
