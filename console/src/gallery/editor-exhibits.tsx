// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { ColorInput } from '../controls/color-input.tsx';
import { IconInput } from '../controls/icon-input.tsx';
import { CodeInput } from '../editors/code-input.tsx';
import { FunctionInput } from '../editors/function-input.tsx';
import { JsonInput } from '../editors/json-input.tsx';
import { SchemaEditor } from '../editors/schema-editor.tsx';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const nothing = () => undefined;

function ColorExhibit() {
  const colors = { Opaque: '#2f5bea', 'Shines through': 'rgba(13, 138, 114, 0.4)', Named: 'tomato', None: '' };
  return (
    <Exhibit title="Colour">
      {Object.entries(colors).map(([name, color]) => (
        <Specimen key={name} name={name}>
          <Kept initial={color}>
            {(value, onChange) => <ColorInput label="Line colour" value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
      ))}
      <Specimen name="None, with what counts then">
        <Kept initial="">
          {(value, onChange) => (
            <ColorInput
              label="Line colour"
              value={value}
              placeholder="#545454"
              help="Of the axis"
              onChange={onChange}
            />
          )}
        </Kept>
      </Specimen>
      <Specimen name="Wrong">
        <Kept initial="blu">
          {(value, onChange) => <ColorInput label="Line colour" value={value} onChange={onChange} />}
        </Kept>
      </Specimen>
      <Specimen name="Required">
        <ColorInput label="Line colour" value="" required error="Required" onChange={nothing} />
      </Specimen>
      <Specimen name="Disabled">
        <ColorInput label="Line colour" value="#2f5bea" disabled onChange={nothing} />
      </Specimen>
    </Exhibit>
  );
}

function IconExhibit() {
  return (
    <Exhibit title="Icon">
      {Object.entries({ Chosen: 'local_florist', None: '', Unknown: 'no_such_icon' }).map(([name, icon]) => (
        <Specimen key={name} name={name}>
          <Kept initial={icon}>
            {(value, onChange) => <IconInput label="Icon of the title" value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
      ))}
      <Specimen name="Required, with help">
        <IconInput label="Icon of the title" value="" required help="Before the title" onChange={nothing} />
      </Specimen>
      <Specimen name="Disabled">
        <IconInput label="Icon of the title" value="home" disabled onChange={nothing} />
      </Specimen>
    </Exhibit>
  );
}

const CODE = {
  html: '<div class="card"><b>${temperature}</b><p>Now</p></div>',
  css: '.card { color: tomato; }\n.card b{font-size:24px}',
  markdown: '## Pump 7\n\nTemperature: **${temperature:1}**',
  json: '{"a":1,"b":[true,null]}',
} as const;

const SCHEMA = 'syntax = "proto3";\nmessage Reading {\ndouble temperature = 1; // °C\n}';

function CodeExhibit() {
  return (
    <Exhibit title="Code">
      <Specimen name="Function with its parameters">
        <Kept initial="var size = value > 3 ? 'large' : 'small';return size">
          {(value, onChange) => (
            <FunctionInput
              label="Text of a value"
              parameters={['value', 'rowData', 'ctx']}
              help="Returns a text"
              value={value}
              onChange={onChange}
            />
          )}
        </Kept>
      </Specimen>
      <Specimen name="Function, wrong">
        <Kept initial="return (">
          {(value, onChange) => (
            <FunctionInput
              label="Text"
              parameters={['value']}
              required
              error="Required"
              value={value}
              onChange={onChange}
            />
          )}
        </Kept>
      </Specimen>
      {Object.entries(CODE).map(([language, code]) => (
        <Specimen key={language} name={language}>
          <Kept initial={code as string}>
            {(value, onChange) => (
              <CodeInput label={language} language={language as keyof typeof CODE} value={value} onChange={onChange} />
            )}
          </Kept>
        </Specimen>
      ))}
      <Specimen name="Protobuf">
        <Kept initial={SCHEMA}>
          {(value, onChange) => <SchemaEditor label="Schema of the telemetry" value={value} onChange={onChange} />}
        </Kept>
      </Specimen>
      <Specimen name="Only read">
        <CodeInput label="Card" language="html" readOnly value={CODE.html} />
      </Specimen>
      <Specimen name="JSON object">
        <Kept initial={{ fontSize: '16px', fontWeight: 400 } as unknown}>
          {(value, onChange) => <JsonInput label="Style of the title" objectsOnly value={value} onChange={onChange} />}
        </Kept>
      </Specimen>
      <Specimen name="JSON object, required">
        <Kept initial={{ fontSize: '16px' } as unknown}>
          {(value, onChange) => (
            <JsonInput label="Style of the value" objectsOnly required value={value} onChange={onChange} />
          )}
        </Kept>
      </Specimen>
    </Exhibit>
  );
}

/** What edits colours, icons and code. */
export function EditorExhibits() {
  return (
    <>
      <ColorExhibit />
      <IconExhibit />
      <CodeExhibit />
    </>
  );
}
