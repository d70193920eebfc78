import type { AppConfiguration, PublicChannel } from '@keepsake/contracts';
import { createContext, use } from 'react';

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

/** The channel's logo, light or dark by the system's colour scheme. */
export function ChannelLogo({ height = 32 }: { height?: number }) {
  const { name, logoUrl, logoDarkUrl } = useChannel();
  return (
    <picture>
      <source srcSet={logoDarkUrl} media="(prefers-color-scheme: dark)" />
      <img src={logoUrl} alt={name} height={height} />
    </picture>
  );
}
