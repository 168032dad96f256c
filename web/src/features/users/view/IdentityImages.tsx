import { useState } from 'react';
import { ApiImage } from '../../../lib/api/ApiImage.tsx';
import { imageUrl } from '../../../lib/api/image-url.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { Lightbox, preloadLightbox } from '../../../ui/photo/Lightbox.tsx';
import { type LooseUser, nameOf } from '../read-user.ts';

interface Group {
  title: string;
  none: string;
  pictures: { url: string; what: string; alt: string }[];
}

function groupsOf(user: LooseUser): Group[] {
  const { profile_image_url: profile, pan_card_image_url: pan, aadhar_card_images } = user;
  const aadhaar = (aadhar_card_images ?? []).filter(({ url }) => url);
  const picture = (url: string, what: string) => ({
    url,
    what,
    alt: `${what} of ${nameOf(user)}`,
  });
  return [
    {
      title: 'Profile Image',
      none: 'No profile image available',
      pictures: profile ? [picture(profile, 'Profile image')] : [],
    },
    {
      title: 'PAN Card Image',
      none: 'No PAN card image available',
      pictures: pan ? [picture(pan, 'PAN card')] : [],
    },
    {
      title: `Aadhaar Card Images (${aadhaar.length})`,
      none: 'No Aadhaar card images available',
      pictures: aadhaar.map(({ url }, index) => picture(url, `Aadhaar card ${index + 1}`)),
    },
  ];
}

export function IdentityImages({ user, isLoading }: { user: LooseUser; isLoading: boolean }) {
  const [shown, setShown] = useState<number>();
  const groups = groupsOf(user);
  const pictures = groups.flatMap((group) => group.pictures);
  return (
    <div className="min-w-0 space-y-5">
      {groups.map(({ title, none, pictures: own }) => (
        <Section key={title} title={title}>
          {own.length > 0 ? (
            <ul className="flex flex-wrap gap-2">
              {own.map((picture) => (
                <li key={picture.url}>
                  <button
                    type="button"
                    aria-label={`Enlarge ${picture.alt}`}
                    onPointerEnter={preloadLightbox}
                    onClick={() => setShown(pictures.indexOf(picture))}
                    className="block overflow-hidden rounded-md border border-rule bg-sunken hover:border-edge"
                  >
                    <ApiImage
                      src={picture.url}
                      alt={picture.alt}
                      className="aspect-4/3 w-37 object-contain"
                    />
                  </button>
                </li>
              ))}
            </ul>
          ) : isLoading ? (
            <Skeleton className="w-37" />
          ) : (
            <p className="border-y border-rule py-1.5 leading-5.5 text-muted">{none}</p>
          )}
        </Section>
      ))}
      {shown !== undefined && (
        <Lightbox
          index={shown}
          slides={pictures.map(({ url, what, alt }) => ({ src: imageUrl(url), alt, title: what }))}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  );
}
