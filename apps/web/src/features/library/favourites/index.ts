export { drawHeart, useFavouriteAction } from './favourite-action.tsx';
