import { useConfiguration } from '#/shared/configuration.tsx';
import { useIsMobile } from '#/shared/layout.ts';

/** How long to wait for the retailer's upload page or app to take over, in milliseconds (photo-library §9). */
const RETURN_MS = 2_000;

type Browser = {
  go: (url: string) => void;
  here: () => string;
  later: (run: () => void, ms: number) => void;
};

const browser: Browser = {
  go: (url) => window.location.assign(url),
  here: () => window.location.href,
  later: (run, ms) => void setTimeout(run, ms),
};

/**
 * Opens the retailer's upload page for an album [ALD-34]. If the address opens an app instead, this page is still here two
 * seconds later and reloads the album [ALD-35].
 */
export function leaveForUpload(
  uploadUrl: string,
  albumId: string,
  { go, here, later }: Browser = browser,
): void {
  const album = here();
  const url = new URL(uploadUrl, album);
  url.searchParams.set('album_id', albumId);
  go(url.href);
  later(() => go(album), RETURN_MS);
}

/** Adds photos to an album through the retailer's upload page; null unless this is a phone and the retailer has one [ALD-34]. */
export function useUploadPage(): ((albumId: string) => void) | null {
  const { uploadUrl } = useConfiguration();
  const isMobile = useIsMobile();
  return isMobile && uploadUrl ? (albumId) => leaveForUpload(uploadUrl, albumId) : null;
}
