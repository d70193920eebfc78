import { getPhotos, TIMELINE_PAGE_SIZE } from '@keepsake/contracts/library/photos';
import type { PhotoFilter } from '@keepsake/contracts/platform/start-of-page';
import { Skeleton } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useShopUrl } from '#/shared/channel-links.tsx';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { useIsBlocked, useIsBusiness } from '#/shared/customer-query.ts';
import { leaveFor } from '#/shared/leave-page.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { prepareTransfer } from './prepare-transfer.ts';

/** Picks photos for a customer who orders to keep them, and leads on to the print editor; a blocked one is told why not. */
export function OrderOwnPhotosPage() {
  const { t } = useTranslation();
  const { isKnown } = useIsBusiness();
  const isBlocked = useIsBlocked();
  return (
    <Page title={t('orderPrints.action')}>
      {isBlocked && <EmptyState>{t('business.blockedAction')}</EmptyState>}
      {isKnown && !isBlocked && <Picking />}
      {!isKnown && <Skeleton height={280} />}
    </Page>
  );
}

/** The print editor replaces this page. */
function Picking() {
  const { t } = useTranslation();
  const { id: channel } = useChannel();
  const { editorUrl } = useConfiguration();
  const shopUrl = useShopUrl() ?? '/';
  const { mutate, error } = useMutation<void>({
    mutationFn: async (_nothing, press) => {
      const from = window.location.href;
      const photoIds = await pickPhotos();
      const canPrint = editorUrl !== null && photoIds.length > 0;
      const next = canPrint ? await prepareTransfer({ photoIds, editorUrl, channel, from }, press) : shopUrl;
      // A customer who has gone elsewhere meanwhile stays there.
      if (window.location.href === from) await leaveFor(next, { isReplaced: true });
    },
    meta: { action: 'TRANSFER_PHOTOS', invalidates: [] },
  });
  const begin = useEffectEvent(() => mutate());
  useEffect(() => begin(), []);
  if (error) {
    return <ErrorState error={error} message={t('orderPrints.failed')} onRetry={() => mutate()} />;
  }
  return (
    <>
      <p role="status">{t('orderPrints.selecting')}</p>
      <Skeleton height={280} />
    </>
  );
}

/** The latest photos not yet printed, or else the latest of all: as many as can be looked over at a glance. */
async function pickPhotos(): Promise<string[]> {
  const notPrinted = await findPrintable('notPrinted');
  return notPrinted.length > 0 ? notPrinted : findPrintable();
}

async function findPrintable(filter?: PhotoFilter): Promise<string[]> {
  const { images } = await call(getPhotos, { query: { limit: TIMELINE_PAGE_SIZE, filter } });
  return images.flatMap(({ imageId, thumbnailState }) => (thumbnailState === 'failure' ? [] : imageId));
}
