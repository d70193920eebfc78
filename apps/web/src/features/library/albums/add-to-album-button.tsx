import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UploadButton, useUploadsDisabledReason } from '#/features/library/uploads/index.ts';
import { useIsMobile } from '#/shared/layout.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { AddIcon, PhotosIcon } from '#/shared/ui/icons.tsx';
import { useLayer } from '#/shared/ui/layers.ts';
import classes from './add-to-album-button.module.css';
import { useUploadPage } from './leave-for-upload.ts';

type Props = {
  albumId: string;
  /** Uploads photos from this device into the album. */
  onUpload: () => void;
  /** Whether this is the main action of the page, as in an empty album. */
  isMain?: boolean;
};

/** Adds photos from the library or this device [ALD-33]; on phones through the retailer's upload page, if it has one. */
export function AddToAlbumButton({ albumId, onUpload, isMain = false }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isOpen, setOpen, pressed } = useMenu();
  const isMobile = useIsMobile();
  const toUploadPage = useUploadPage();
  const button = {
    variant: isMain ? 'filled' : 'default',
    leftSection: (isMain || !isMobile) && <AddIcon size={18} />,
    children: t('album.addPhotos'),
  };
  if (toUploadPage) return <UploadButton {...button} onPress={() => toUploadPage(albumId)} />;
  return (
    <Menu position="bottom-start" withinPortal opened={isOpen} onChange={setOpen} closeOnEscape={false}>
      <Menu.Target>
        <Button ref={pressed} {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<PhotosIcon size={18} />}
          onClick={() => void navigate({ to: '/my-photos/albums/$albumId/add', params: { albumId } })}
        >
          {t('album.addFromLibrary')}
        </Menu.Item>
        <UploadItem onUpload={onUpload} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Makes the menu a layer, which Escape and Back leave. */
function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const pressed = useRef<HTMLButtonElement>(null);
  useLayer(isOpen, {
    kind: 'panel',
    onLeave() {
      setOpen(false);
      pressed.current?.focus({ preventScroll: true });
    },
  });
  return { isOpen, setOpen, pressed };
}

function UploadItem({ onUpload }: Pick<Props, 'onUpload'>) {
  const { t } = useTranslation();
  const reason = useUploadsDisabledReason();
  const isDisabled = reason !== null;
  return (
    <Menu.Item
      leftSection={<AddIcon size={18} />}
      data-disabled={isDisabled || undefined}
      aria-disabled={isDisabled || undefined}
      closeMenuOnClick={!isDisabled}
      onClick={isDisabled ? undefined : onUpload}
    >
      {t('album.addFromDevice')}
      {isDisabled && <small className={classes.reason}>{reason}</small>}
    </Menu.Item>
  );
}

/** An album without photos [ALD-08, ALD-09]. */
export function EmptyAlbum(props: Omit<Props, 'isMain'>) {
  const { t } = useTranslation();
  return <EmptyState action={<AddToAlbumButton {...props} isMain />}>{t('album.empty')}</EmptyState>;
}
