import { readReportCode } from '@doorstep/contract/reports/versions';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

export function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = readReportCode(input.current?.value ?? '');
    setError(read ? undefined : 'A code has 12 letters and digits, such as K7QM-2XWD-9FTA.');
    if (read) void navigate({ to: '/verify/{-$code}', params: { code: read } });
    else input.current?.focus();
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid max-w-100 grid-cols-[1fr_auto] items-start gap-2"
    >
      <TextField
        ref={input}
        label="Code of the report"
        name="code"
        defaultValue={code}
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="The code is at the foot of each page."
        error={error}
        className="h-10 font-mono uppercase"
      />
      <Button type="submit" variant="primary" size="lg" className="mt-6">
        Check
      </Button>
    </form>
  );
}
