import type { ComponentProps } from 'react';
import { CodeInput } from './code-input.tsx';
import { tidySchema } from './tidy-schema.ts';

/** An editor for protobuf schemas with colours, which can be tidied and take the whole screen. */
export function SchemaEditor(props: Omit<ComponentProps<typeof CodeInput>, 'language' | 'tidy'>) {
  return <CodeInput {...props} language="protobuf" tidy={tidySchema} />;
}
