import { removeSecondFactor } from '@doorstep/contract/auth/second-factor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { accept, userKeys } from '../user-queries.ts';

export function SecondFactorSection({ id }: { id: number }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => accept(await call(removeSecondFactor, { params: { id } })),
    onSuccess: () => void client.invalidateQueries({ queryKey: userKeys.detail(String(id)) }),
  });
  if (remove.isSuccess) {
    return (
      <Section title="Two-step sign-in">
        <Notice tone="positive">{remove.data.message || 'Two-step sign-in removed'}</Notice>
      </Section>
    );
  }
  return (
    <Section title="Two-step sign-in">
      <div className="space-y-3">
        {remove.error && (
          <Notice tone="negative">
            {messageOf(remove.error, 'Couldn’t remove two-step sign-in. Try again.')}
          </Notice>
        )}
        <p className="text-sm text-muted">
          Two-step sign-in is on. Remove it if the admin’s phone is lost. The admin is then signed
          out everywhere and signs in with the password only.
        </p>
        {isAsking ? (
          <div className="flex flex-wrap gap-2">
            <Button autoFocus disabled={remove.isPending} onClick={() => setAsking(false)}>
              Keep two-step sign-in
            </Button>
            <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              {remove.isPending ? 'Removing...' : 'Remove now'}
            </Button>
          </div>
        ) : (
          <Button onClick={() => setAsking(true)}>Remove...</Button>
        )}
      </div>
    </Section>
  );
}
