import { useChannel } from './configuration.tsx';

/** Links to the brand's imprint, terms and so on. They are no pages of the app, and leaving it would end uploads. */
export function LegalLinks() {
  const { legalLinks } = useChannel();
  return legalLinks.map(({ label, url }) => (
    <a key={url} href={url} target="_blank" rel="noopener">
      {label}
    </a>
  ));
}
