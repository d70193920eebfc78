import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#/shared/configuration/configuration-context.ts';
import { useIsMobile } from '#/shared/layout/layout.ts';
import { AddIcon, PhotosIcon } from '#/shared/ui/icons/icons.tsx';
import { EmptyState } from '#/shared/ui/states/empty-state.tsx';
import { AddingButton } from '#/shared/uploads/adding/adding-button.tsx';
import { useWhyNotAdding } from '#/shared/uploads/adding/use-why-not-adding.ts';
import classes from './add-to-album-button.module.css';
import { leaveForUpload } from './leave-for-upload.ts';

type Props = {
  albumId: string;
  /** Uploads photos straight into the album. */
  onUpload: () => void;
  /** The one main action of an empty album. */
  isMain?: boolean;
};

/** 'Add photos': from the library or from this device [ALD-33]; on a phone by the retailer's own page, if there is one. */
export function AddToAlbumButton({ albumId, onUpload, isMain = false }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { uploadUrl } = useConfiguration();
  const isMobile = useIsMobile();
  const icon = <AddIcon size={18} />;
  const text = t('album.addPhotos');
  // Beside other controls its text has no room on a phone.
  const isTight = isMobile && !isMain;
  const button = {
    variant: isMain ? 'filled' : 'default',
    leftSection: isTight ? undefined : icon,
    'aria-label': text,
    children: isTight ? icon : text,
  };
  if (isMobile && uploadUrl) {
    return <AddingButton {...button} onPress={() => leaveForUpload(uploadUrl, albumId)} />;
  }
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button {...button} />
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

function UploadItem({ onUpload }: Pick<Props, 'onUpload'>) {
  const { t } = useTranslation();
  const whyNot = useWhyNotAdding();
  const isOff = whyNot !== null;
  return (
    <Menu.Item
      leftSection={<AddIcon size={18} />}
      data-disabled={isOff || undefined}
      aria-disabled={isOff || undefined}
      closeMenuOnClick={!isOff}
      onClick={isOff ? undefined : onUpload}
    >
      {t('album.addFromDevice')}
      {isOff && <small className={classes.whyNot}>{whyNot}</small>}
    </Menu.Item>
  );
}

type EmptyAlbumProps = { albumId: string; onUpload: () => void };

/** An album without photos [ALD-08, ALD-09]. */
export function EmptyAlbum(props: EmptyAlbumProps) {
  const { t } = useTranslation();
  return <EmptyState action={<AddToAlbumButton {...props} isMain />}>{t('album.empty')}</EmptyState>;
}
