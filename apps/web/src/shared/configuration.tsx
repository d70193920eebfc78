import type { AppConfiguration, PublicChannel } from '@keepsake/contracts/frame/configuration';
import { createContext, use, useSyncExternalStore } from 'react';

export type Settings = { configuration: AppConfiguration; channel: PublicChannel };

export const SettingsContext = createContext<Settings | null>(null);

function useSettings(): Settings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('There is no configuration around this component');
  return settings;
}

export function useConfiguration(): AppConfiguration {
  return useSettings().configuration;
}

/** The brand of this site: its name, locale, colours and addresses. */
export function useChannel(): PublicChannel {
  return useSettings().channel;
}

/** The channel's logo, in the variant for the page's light or dark colour scheme. */
export function ChannelLogo({ height = 32 }: { height?: number }) {
  const { name, logoUrl, logoDarkUrl } = useChannel();
  const scheme = useSyncExternalStore(watchScheme, () => document.documentElement.getAttribute(SCHEME));
  return <img src={scheme === 'dark' ? logoDarkUrl : logoUrl} alt={name} height={height} />;
}

const SCHEME = 'data-mantine-color-scheme';

function watchScheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [SCHEME] });
  return () => observer.disconnect();
}
