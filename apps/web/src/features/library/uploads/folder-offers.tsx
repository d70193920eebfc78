import { albumNameFault, createAlbum } from '@keepsake/contracts/library/albums';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasProblem, type ImportItem } from '#/features/library/upload-queue/index.ts';
import { call } from '#/shared/api/call.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './folder-offers.module.css';
import { useImport, useImportQueue } from './import-session.ts';

/** Offers to create an album for each dropped or picked folder. */
export function FolderOffers() {
  const { items } = useImportQueue();
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set());
  const offers = useMemo(() => offeredFolders(items, declined), [items, declined]);
  const decline = (folder: string) => setDeclined((before) => new Set(before).add(folder));
  return offers.map((offer) => (
    <FolderOffer key={offer.folder} {...offer} onDecline={() => decline(offer.folder)} />
  ));
}

function FolderOffer({ folder, name, count, onDecline }: OfferedFolder & { onDecline: () => void }) {
  const { t } = useTranslation();
  const { runner } = useImport();
  const making = useMutation({
    mutationFn: async (_, press) => {
      const { albumId } = await call(createAlbum, { body: { name } }, press);
      await runner.assign(folder, albumId);
    },
    onSuccess: () => showToast({ message: t('import.folder.made', { name }), tone: 'success' }),
    onError: () => showToast({ message: t('import.folder.failed'), tone: 'failure' }),
    meta: { action: 'CREATE_ALBUM', invalidates: ['Albums'] },
  });
  return (
    <div className={classes.offer}>
      <p>{t('import.folder.offer', { name, count })}</p>
      <Button variant="default" size="compact-md" loading={making.isPending} onClick={() => making.mutate()}>
        {t('import.folder.make')}
      </Button>
      <Button variant="subtle" size="compact-md" onClick={onDecline}>
        {t('import.folder.decline')}
      </Button>
    </div>
  );
}

type OfferedFolder = { folder: string; name: string; count: number };

/** Folders in the list that could become albums, with the album's name. */
function offeredFolders(
  items: readonly ImportItem[],
  declined: ReadonlySet<string>,
): readonly OfferedFolder[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const { folder, albumId } = item;
    if (!folder || albumId || declined.has(folder) || hasProblem(item)) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const name = albumNameOf(folder);
    return albumNameFault(name) === null ? [{ folder, name, count }] : [];
  });
}

/** A folder's name without characters not allowed in album names. */
function albumNameOf(folder: string): string {
  return folder.replaceAll(/[<>;\s\p{Cc}]+/gu, ' ').trim();
}
