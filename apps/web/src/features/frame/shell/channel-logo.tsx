import { useChannel } from '#/shared/configuration.tsx';

/** The channel's logo, the light or the dark one as the system's scheme asks. */
export function ChannelLogo() {
  const { name, logoUrl, logoDarkUrl } = useChannel();
  return (
    <picture>
      <source srcSet={logoDarkUrl} media="(prefers-color-scheme: dark)" />
      <img src={logoUrl} alt={name} height={32} />
    </picture>
  );
}
