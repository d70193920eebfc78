import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeletedPhotos } from '#/features/library/deleted-photos/index.ts';
import { useIsLibraryHidden } from '#/features/library/retention/index.ts';
import { HiddenNotice } from '#/features/library/state/index.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { Page } from '#/shared/ui/page.tsx';

export const Route = createFileRoute('/_shell/my-photos/deleted')({ component: DeletedRoute });

/** The photos that were deleted and can come back. */
function DeletedRoute() {
  const { t } = useTranslation();
  const isHidden = useIsLibraryHidden();
  return (
    <Page
      title={t('deleted.title')}
      back={<BackLink to="/my-photos/photos" label={t('library.title')} />}
      isWide
    >
      {isHidden ? <HiddenNotice /> : <DeletedPhotos />}
    </Page>
  );
}
