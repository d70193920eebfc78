import type { ComponentPropsWithRef } from 'react';
import { useChannel, useConfiguration } from './configuration.tsx';
import { ChannelLink } from './ui/channel-link.tsx';

/** Pages of this server that stand where a retailer has not configured its own: nothing can be ordered there. */
const OWN_PAGES = '/help/';

/**
 * Where the customer can order something, also without photos: the brand's products, else the print editor or the demo shop;
 * null where there is none of these.
 */
export function useShopUrl(): string | null {
  const { productsUrl } = useChannel();
  const { editorUrl } = useConfiguration();
  return productsUrl.startsWith(OWN_PAGES) ? editorUrl : productsUrl;
}

/** A link to the shop; only its text where there is none. */
export function ShopLink(props: Omit<ComponentPropsWithRef<'a'>, 'href'>) {
  const url = useShopUrl();
  if (url === null) return props.children;
  return <ChannelLink {...props} href={url} />;
}
