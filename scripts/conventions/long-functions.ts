/**
 * Functions over 40 lines from before that was a limit, what they contain included. The list only becomes shorter: a line whose
 * function has become short, or is gone, is refused.
 */
export const LONG_FUNCTIONS: readonly string[] = [
  'apps/server/src/modules/account/sign-in/confirm-email.ts confirmEmailPage',
  'apps/server/src/modules/account/security/own-second-factor.ts ownSecondFactorRoutes',
  'apps/server/src/modules/account/sign-in/sign-in-gate.ts createSignInGate',
  'apps/server/src/modules/account/mailed-links/index.ts createLink',
  'apps/server/src/modules/account/newsletter/recover-newsletter.ts newsletterRecoveries',
  'apps/server/src/modules/account/newsletter/subscribe.ts subscribe',
  'apps/server/src/modules/account/payment-methods/index.ts createPaymentMethods',
  'apps/web/src/features/library/albums/album-name-form.tsx AlbumNameForm',
  'apps/web/src/features/library/albums/copy-to-album-dialog.tsx CopyToAlbumDialog',
  'apps/web/src/features/library/deletion/delete-photos-dialog.tsx DeletePhotosDialog',
  'apps/web/src/features/library/downloads/download-photo-dialog.tsx DownloadPhotoDialog',
  'apps/web/src/features/library/photos/photos-page.tsx PhotosPage',
  'apps/web/src/features/library/photo-preview/photo-picture.tsx PhotoPicture',
  'apps/web/src/features/library/photo-preview/preview-bar.tsx PreviewBar',
  'apps/web/src/features/library/photo-preview/preview-screen.tsx PreviewScreen',
  'apps/web/src/features/library/photos/timeline/date-scrubber.tsx DateScrubber',
  'apps/web/src/features/library/photos/timeline/use-scrubber.ts useScrubber',
  'apps/web/src/features/library/photos/timeline/welcome-banner.tsx WelcomeBanner',
];
