import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { QualityFigures } from '../../domain/quality/QualityFigures.tsx';
import { peopleQuery } from '../../domain/users/people-query.ts';
import { useSession } from '../../lib/session/session.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { Page } from '../../ui/page/Page.tsx';

const route = getRouteApi('/signed-in/quality');

export function QualityPage() {
  const { person } = route.useSearch();
  const session = useSession();
  const chosen = session?.is_superadmin ? person : undefined;
  return (
    <Page
      title={chosen ? 'Quality' : 'Your quality'}
      meta="The last 12 months. Only the person and super admins see these figures."
      actions={session?.is_superadmin && <ChoosePerson chosen={person} ownId={session.id} />}
    >
      <QualityFigures id={chosen} />
    </Page>
  );
}

function ChoosePerson({ chosen, ownId }: { chosen: string | undefined; ownId: number | string }) {
  const { data } = useQuery(peopleQuery);
  const navigate = route.useNavigate();
  const people = data?.filter(({ id }) => String(id) !== String(ownId)) ?? [];
  const isUnknown = chosen !== undefined && !people.some(({ id }) => String(id) === chosen);
  return (
    <div className="w-72">
      <SelectField
        label="Person"
        isLabelHidden
        placeholder="You"
        value={chosen ?? ''}
        options={[
          ...people.map(({ id, name, phone_number }) => ({
            value: String(id),
            label: `${name} (${phone_number})`,
          })),
          ...(isUnknown ? [{ value: chosen, label: `User ${chosen}` }] : []),
        ]}
        onChange={({ target }) =>
          void navigate({ search: { person: target.value || undefined }, replace: true })
        }
      />
    </div>
  );
}
