"""Writes TemplateCases.json: what Jinja2 makes of small templates that each use one construct.

Usage: python3 template_cases.py [--check] [--run FILE]

Without an argument, rewrites TemplateCases.json beside this file. With --check, ends with status 1 if that file differs
from what Jinja2 makes now. With --run, renders the cases of FILE (a list of objects with "template" and "arguments")
and prints the same list with "expected" set.

The environment is that of Hugging Face's apply_chat_template. Needs Jinja2 3.1.
"""

import datetime
import json
import pathlib
import sys

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

NOW = datetime.datetime(2024, 7, 4, 9, 5, 7)
OUTPUT = pathlib.Path(__file__).with_name("TemplateCases.json")


class Generation(Extension):
    """Blocks that mark what the model wrote: they render their body."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_render"), [], [], body).set_lineno(line)

    def _render(self, caller):
        return caller()


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def environment():
    result = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols]
    )
    result.filters["tojson"] = tojson
    result.globals["raise_exception"] = raise_exception
    result.globals["strftime_now"] = NOW.strftime
    return result


def rendered(template, arguments):
    """The text, or None where Jinja2 ends with an error."""
    variables = {"messages": [], "tools": None, "documents": None, "add_generation_prompt": False, **arguments}
    try:
        return environment().from_string(template).render(**variables)
    except Exception:
        return None


TALK = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Hi, what's up?"},
    {"role": "assistant", "content": "  Fine \u00e9\u4f60\U0001f600 <b>\n"},
    {"role": "user", "content": ""},
]
TOOL = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "Get \"the\" weather",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer", "default": 1.5}},
            "required": ["city"],
        },
    },
}

# Name: template, or template and arguments.
CASES = {
    # Text, output, comments and white space
    "text alone": "Hello, world",
    "last line end goes": "one\ntwo\n",
    "two last line ends": "one\n\n",
    "line ends are unified": "a\r\nb\rc{{ 'x\r\ny' }}\r\n",
    "comment": "a{# no {{ x }} #}b",
    "comment on a line": "a\n  {# c #}  \nb",
    "comment with signs": "a  {#- c -#}  b",
    "trim blocks": "{% if true %}\nx\n{% endif %}\ny",
    "lstrip blocks": "a\n   {% if true %}\n  x\n   {% endif %}\nb",
    "lstrip does not touch outputs": "a\n   {{ 'x' }}\n   b",
    "no lstrip after text": "a  {% if true %}  b{% endif %}",
    "minus strips all": "a \n\n {%- if true -%} \n b \n {%- endif -%} \n c",
    "minus in outputs": "a \n {{- 'b' -}} \n c",
    "plus keeps indentation": "a\n   {%+ if true %}x{% endif %}",
    "plus keeps line end": "{% if true +%}\nx{% endif +%}\ny",
    "plus is an output sign": "a \n {{+ 1 }}",
    "lstrip with tabs": "a\n\t {% set x = 1 %}\nb",
    "white space before two tags": "  {% if true %}  {% if true %}x{% endif %}{% endif %}",
    "minus then plus": "a  {%- set x = 1 +%}\n b",
    "raw": "{% raw %}{{ x }} {% if %}{% endraw %}|",
    "raw with signs": "a {%- raw -%}  {{ x }}  {%- endraw -%} b",
    "raw on lines": "a\n  {% raw %}\n x\n  {% endraw %}\nb",
    "braces in output": "{{ {'a': {'b': 1}}['a']['b'] }}",
    "percent braces in text": "50 % } { %}",
    "empty": "",
    "string holds delimiters": "{{ '}}' }}{% set x = '%}' %}{{ x }}",
    # Literals
    "strings": "{{ 'a\\n\\t\\\\\\'\"' }}{{ \"b'\\x41\\u00e9\\U0001F600\\101\\q\" }}",
    "adjacent strings": "{{ 'a' 'b' \"c\" }}",
    "numbers": "{{ 1_000 }} {{ 0x1F }} {{ 0b101 }} {{ 1.5 }} {{ 2e3 }} {{ 1.0 }} {{ 1e16 }} {{ 0.00001 }} {{ 12345678.9 }}",
    "constants": "{{ true }} {{ False }} {{ none }} {{ None }}",
    "list notation": "{{ [1, 'a', \"it's\", none, true, 1.5, [], {}] }}",
    "tuple notation": "{{ (1,) }} {{ () }} {{ 1, 'x' }} {{ (1) }}",
    "dict notation": "{{ {'a': 1, 2: 'b', none: [1], true: {}} }}",
    "string notation": "{{ ['\\n\\\\\\'\"', 'é\\u200b\\x7f', '\\x00'] }}",
    "trailing commas": "{{ [1, 2,] }} {{ {'a': 1,} }}",
    # Operators
    "arithmetic": "{{ 1 + 2 * 3 - 4 }} {{ 7 / 2 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ 7 % 3 }} {{ -7 % 3 }} {{ 7 % -3 }}",
    "float arithmetic": "{{ 1.5 + 1 }} {{ 0.1 + 0.2 }} {{ 7.5 // 2 }} {{ -7.5 % 2 }} {{ 6 / 3 }} {{ 1e308 * 10 }}",
    "powers": "{{ 2 ** 10 }} {{ 2 ** 3 ** 2 }} {{ 2 ** -1 }} {{ -2 ** 2 }} {{ 2.0 ** 3 }} {{ 0 ** 0 }}",
    "signs": "{{ -1 }} {{ - -1 }} {{ +1 }} {{ -3|abs }}",
    "tilde": "{{ 'a' ~ 1 ~ none ~ true ~ nothing ~ [1] }}",
    "tilde binds tighter than plus": "{{ 'a' + 'b' ~ 1 + 'c' }}",
    "string arithmetic": "{{ 'a' + 'b' }} {{ 'ab' * 2 }} {{ 2 * 'c' }} {{ 'x' * -1 }}|",
    "list arithmetic": "{{ [1] + [2] }} {{ [1, 2] * 2 }} {{ (1,) + (2,) }}",
    "booleans as numbers": "{{ true + 1 }} {{ true == 1 }} {{ false < 1 }}",
    "percent format": "{{ '%s is %d%%' % ('a', 3) }} {{ '%.2f|%5d|%-4s|%05.1f|%x' % (1.005, 42, 'b', 2.25, 255) }}",
    "comparisons": "{{ 1 < 2 }} {{ 1 >= 2 }} {{ 'a' < 'b' }} {{ [1, 2] < [1, 3] }} {{ 1 == 1.0 }} {{ 1 != '1' }} {{ 'a' == 'a' }}",
    "chained comparisons": "{{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ 1 == 1 != 2 }}",
    "in": "{{ 'a' in 'cab' }} {{ '' in 'x' }} {{ 1 in [1, 2] }} {{ 'k' in {'k': 1} }} {{ 3 not in [1] }} {{ not 3 in [1] }}",
    "and or not": "{{ 1 and 0 or 'x' }} {{ '' or [] }} {{ not '' }} {{ not not 1 }} {{ 0 and nothing.x }}",
    "inline if": "{{ 'a' if true else 'b' }} {{ 'a' if false }}| {{ 1 if 0 else 2 if 0 else 3 }}",
    "precedence of not": "{{ not 1 == 2 }} {{ not 1 in [2] }}",
    "deep equality": "{{ {'a': [1, (2,)]} == {'a': [1, (2,)]} }} {{ [1] == (1,) }} {{ {'a': 1, 'b': 2} == {'b': 2, 'a': 1} }}",
    # Access
    "attributes and items": ("{{ m.a }} {{ m['b'] }} {{ m.c[0].d }} {{ m['c'][-1]['d'] }} {{ m.nope }}|", {"m": {"a": 1, "b": "x", "c": [{"d": 2}]}}),
    "method before item": ("{{ m.items() | list }} {{ m['items'] }}", {"m": {"items": 3}}),
    "index out of range": "{{ [1][5] }}|{{ 'ab'[7] }}|{{ [1]['x'] }}|{{ 'ab'['x'] }}|{{ none.x }}|{{ none['x'] }}|{{ 1.x }}|",
    "integer attribute": "{{ [1, 2].1 }}",
    "slices": "{{ 'abcdef'[1:3] }} {{ 'abcdef'[:-1] }} {{ 'abcdef'[::-1] }} {{ 'abcdef'[4:1:-2] }} {{ 'abcdef'[-3:] }} {{ 'abc'[5:] }}|",
    "list slices": "{{ [1, 2, 3, 4][1:] }} {{ [1, 2, 3][::2] }} {{ (1, 2, 3)[:2] }} {{ [1, 2, 3][none:2] }} {{ [1,2,3][10:0:-1] }}",
    "slices of other scripts": "{{ 'a\u00e9\u4f60\U0001f600e\u0301'[2:5] }} {{ 'e\u0301' | length }} {{ '\U0001f468\u200d\U0001f469' | length }}",
    "canonical equivalence is no equality": "{{ 'e\u0301' == '\u00e9' }}",
    "undefined prints nothing": "[{{ nothing }}][{{ nothing is defined }}]{% for x in nothing %}x{% endfor %}{{ nothing == other }}",
    "attribute of undefined": "{{ nothing.x }}",
    "undefined in arithmetic": "{{ nothing + 1 }}",
    "call of undefined": "{{ nothing() }}",
    "unknown method": "{{ 'a'.nope() }}",
    "missing message field": ("{{ messages[0].name.first }}", {"messages": TALK}),
    # Statements
    "if elif else": ("{% for x in [1, 2, 3] %}{% if x == 1 %}a{% elif x == 2 %}b{% else %}c{% endif %}{% endfor %}"),
    "for with loop": "{% for x in 'abc' %}{{ loop.index }}{{ loop.index0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ loop.revindex }}{{ loop.revindex0 }} {% endfor %}",
    "for previtem nextitem": "{% for x in [1, 2, 3] %}{{ loop.previtem }}<{{ x }}>{{ loop.nextitem }} {% endfor %}",
    "previtem at the start": "{% for x in [1] %}{{ loop.previtem is defined }}{{ loop.nextitem is undefined }}{% endfor %}",
    "for cycle and depth": "{% for x in [1, 2, 3] %}{{ loop.cycle('a', 'b') }}{% for y in [1] %}{{ loop.depth }}{{ loop.depth0 }}{% endfor %}{% endfor %}",
    "for changed": "{% for x in [1, 1, 2] %}{{ loop.changed(x) }} {% endfor %}",
    "for else": "{% for x in [] %}a{% else %}none{% endfor %}{% for x in [1] if x > 1 %}a{% else %}none{% endfor %}",
    "for if": "{% for x in range(6) if x is even %}{{ loop.index }}:{{ x }} {% endfor %}",
    "for unpacking": ("{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}", {"d": {"z": 1, "a": [2]}}),
    "for over a dict": ("{% for k in d %}{{ k }} {% endfor %}", {"d": {"z": 1, "a": 2}}),
    "for over a tuple without brackets": "{% for x in 1, 2 %}{{ x }}{% endfor %}",
    "break and continue": "{% for x in range(9) %}{% if x == 2 %}{% continue %}{% endif %}{% if x > 4 %}{% break %}{% endif %}{{ x }}{% endfor %}",
    "break of the inner loop": "{% for x in [1, 2] %}{% for y in [1, 2] %}{% if y == 2 %}{% break %}{% endif %}{{ x }}{{ y }} {% endfor %}{% endfor %}",
    "loop scope": "{% set x = 1 %}{% for i in [1, 2] %}{% set x = x + i %}{{ x }} {% endfor %}{{ x }}",
    "if scope": "{% if true %}{% set x = 1 %}{% endif %}{{ x }}",
    "loop variable ends": "{% for i in [1] %}{% endfor %}{{ i }}|",
    "namespace": "{% set ns = namespace(a=1, b='x') %}{% for i in [1, 2] %}{% set ns.a = ns.a + i %}{% endfor %}{{ ns.a }}{{ ns.b }}{{ ns.c }}{{ ns['a'] }}",
    "namespace from a dict": "{% set ns = namespace({'a': 1}, b=2) %}{{ ns.a }}{{ ns.b }}",
    "attribute of no namespace": "{% set d = {'a': 1} %}{% set d.a = 2 %}",
    "set of several": "{% set a, b = 1, [2] %}{{ a }}{{ b }}{% set (c, d) = 'xy' %}{{ c }}{{ d }}",
    "set of too many": "{% set a, b = 1, 2, 3 %}",
    "set of a tuple": "{% set a = 1, 2 %}{{ a }}",
    "block set": "{% set x %}a{{ 1 }}\n{% endset %}[{{ x }}]{% set y | upper | trim %} b {% endset %}[{{ y }}]",
    "block set scope": "{% set x %}{% set y = 1 %}{% endset %}{{ y }}|",
    "block set of a namespace": "{% set ns = namespace() %}{% set ns.x %}a{% endset %}{{ ns.x }}",
    "macro": "{% macro f(a, b=2, c='x' ~ a) %}[{{ a }}{{ b }}{{ c }}]{% endmacro %}{{ f(1) }}{{ f(1, c=3) }}{{ f(b=5, a=4) }}{{ f() }}",
    "macro sees later variables": "{% macro f() %}{{ x }}{% endmacro %}{% set x = 1 %}{{ f() }}{% set x = 2 %}{{ f() }}",
    "macro does not see its caller": "{% macro f() %}[{{ y }}]{% endmacro %}{% for y in [1] %}{{ f() }}{% endfor %}",
    "macro recursion": "{% macro f(n) %}{{ n }}{% if n > 0 %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(4) }}",
    "macro without end": "{% macro f(n) %}{{ f(n) }}{% endmacro %}{{ f(4) }}",
    "macro with too many arguments": "{% macro f(a) %}{% endmacro %}{{ f(1, 2) }}",
    "macro varargs and kwargs": "{% macro f(a) %}{{ a }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(1, 2, 3, k=4) }}",
    "macro result is a string": "{% macro f() %} a {% endmacro %}{{ f() | trim ~ '|' ~ f().strip() }}{{ f() is string }}",
    "spread arguments": "{% macro f(a, b, c) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ f(*[1, 2], **{'c': 3}) }}",
    "call block": "{% macro f(x) %}<{{ caller(x, 2) }}>{% endmacro %}{% call(a, b) f(1) %}{{ a }}-{{ b }}{% endcall %}",
    "call block without parameters": "{% macro f() %}<{{ caller() }}>{% endmacro %}{% call f() %}body{% endcall %}",
    "filter block": "{% filter upper | replace('A', 'b') %}a{{ 'c' }}{% endfilter %}",
    "with": "{% with a = 1, b = 2 %}{{ a }}{{ b }}{% endwith %}{{ a }}|",
    "generation": "{% generation %}a{{ 1 }}{% set x = 1 %}{% endgeneration %}{{ x }}|",
    "unknown tag": "{% nope %}",
    "unclosed if": "{% if true %}",
    "unclosed output": "{{ 1",
    "bad expression": "{{ 1 + }}",
    "raise_exception": "a{{ raise_exception('no ' ~ 'way') }}",
    "strftime_now": "{{ strftime_now('%Y-%m-%d %H:%M:%S %d %b %B %a %A %j %p %I %y %%') }}",
    "range": "{{ range(3) | list }}{{ range(1, 4) | list }}{{ range(5, 0, -2) | list }}",
    "range too long": "{{ range(100001) | list }}",
    "dict function": "{{ dict(a=1, b=[2]) }}{{ dict({'x': 1}, y=2) }}",
    "cycler": "{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{{ c.current }}{{ c.next() }}{{ c.reset() }}{{ c.next() }}",
    "joiner": "{% set j = joiner('; ') %}{% for x in [1, 2, 3] %}{{ j() }}{{ x }}{% endfor %}",
    # String methods
    "strip": "[{{ '  a b ' .strip() }}][{{ ' a '.lstrip() }}][{{ ' a '.rstrip() }}][{{ 'xxaxyx'.strip('xy') }}][{{ 'xax'.lstrip('x') }}][{{ 'xax'.rstrip('x') }}]",
    "split": "{{ 'a b  c '.split() }} {{ 'a,b,c'.split(',') }} {{ 'a,b,c'.split(',', 1) }} {{ ' a b c '.split(none, 1) }} {{ ''.split() }} {{ ''.split(',') }} {{ 'a--b'.split('--')[-1] }}",
    "rsplit": "{{ 'a,b,c'.rsplit(',', 1) }} {{ ' a b  c '.rsplit(none, 1) }} {{ 'aXbX'.rsplit('X') }}",
    "splitlines": "{{ 'a\\nb\\r\\nc\\n'.splitlines() }} {{ 'a\\nb'.splitlines(true) }} {{ ''.splitlines() }}",
    "partition": "{{ 'a=b=c'.partition('=') }} {{ 'a=b=c'.rpartition('=') }} {{ 'a'.partition('=') }} {{ 'a'.rpartition('=') }}",
    "startswith endswith": "{{ 'abc'.startswith('ab') }} {{ 'abc'.endswith(('x', 'bc')) }} {{ 'abc'.startswith('b', 1) }} {{ 'a'.startswith('') }}",
    "case methods": "{{ 'aBc dE'.upper() }} {{ 'ABC'.lower() }} {{ \"they're bill's\".title() }} {{ 'aBC d'.capitalize() }} {{ 'aB'.swapcase() }} {{ 'stra\u00dfe'.upper() }} {{ '\u01c6x'.title() }} {{ '\u039f\u03a3 \u03a3'.lower() }}",
    "replace method": "{{ 'aaa'.replace('a', 'b') }} {{ 'aaa'.replace('a', 'b', 2) }} {{ 'ab'.replace('', '-') }} {{ 'abab'.replace('ab', '') }}|",
    "find and count": "{{ 'abcabc'.find('c') }} {{ 'abcabc'.rfind('c') }} {{ 'a'.find('x') }} {{ 'abc'.index('b') }} {{ 'aaaa'.count('aa') }} {{ 'abcabc'.find('c', 3) }} {{ 'ab'.count('') }}",
    "index of nothing": "{{ 'a'.index('x') }}",
    "join method": "{{ ', '.join(['a', 'b']) }} {{ ''.join(('x', 'y')) }} {{ '-'.join('abc') }}",
    "join of numbers": "{{ ', '.join([1]) }}",
    "character classes": "{{ '12'.isdigit() }} {{ '1a'.isdigit() }} {{ 'ab\u00e9'.isalpha() }} {{ 'a1'.isalnum() }} {{ ' \\n'.isspace() }} {{ ''.isdigit() }} {{ 'AB1'.isupper() }} {{ 'ab'.islower() }} {{ '\u00bd'.isnumeric() }} {{ '\u00b2'.isdecimal() }}",
    "prefix and suffix": "{{ 'abc'.removeprefix('a') }} {{ 'abc'.removesuffix('c') }} {{ 'abc'.removeprefix('x') }}",
    "padding methods": "[{{ 'a'.center(4) }}][{{ 'ab'.center(5, '*') }}][{{ 'a'.ljust(3) }}][{{ 'a'.rjust(3, '.') }}][{{ '-5'.zfill(4) }}]",
    "format method": "{{ '{0}-{1}'.format('a', 2) }} {{ '{}{k}{{}}'.format(1, k='v') }}",
    # Dict and list methods
    "dict methods": ("{{ d.get('a') }} {{ d.get('x') }} {{ d.get('x', 'y') }} {{ d.keys() | list }} {{ d.values() | list }} {{ d.items() | list }}", {"d": {"a": 1, "b": [2]}}),
    "list methods": "{{ [1, 2, 1].count(1) }} {{ ['a', 'b'].index('b') }}",
    "append is refused": "{% set l = [1] %}{% set _ = l.append(2) %}{{ l }}",
    "update is refused": "{% set d = {} %}{{ d.update({'a': 1}) }}",
    "pop is refused": ("{{ messages.pop(0) }}", {"messages": TALK}),
    # Filters
    "trim": "[{{ '  a \\n' | trim }}][{{ 'xax' | trim('x') }}][{{ none | trim }}]",
    "length": "{{ 'abc' | length }} {{ [1, 2] | count }} {{ {'a': 1} | length }} {{ nothing | length }}",
    "length of a number": "{{ 1 | length }}",
    "join filter": ("{{ [1, none, 'a'] | join(', ') }} {{ 'abc' | join('-') }} {{ messages | join(' ', attribute='role') }} {{ [1, 2] | join }}", {"messages": TALK}),
    "default": "{{ nothing | default('a') }} {{ none | default('a') }} {{ '' | default('a', true) }} {{ nothing | d }}| {{ 0 | default(5, boolean=true) }}",
    "default of a missing item": ("{{ messages[0].x | default('none') }}", {"messages": TALK}),
    "first and last": "{{ [1, 2] | first }} {{ 'ab' | last }} {{ [] | first }}| {{ {'k': 1} | first }}",
    "case filters": "{{ 'aB c' | upper }} {{ 'AB' | lower }} {{ \"they're (bill's) x-y\" | title }} {{ 'aB C' | capitalize }}",
    "replace filter": "{{ 'aab' | replace('a', 'x') }} {{ 'aab' | replace('a', 'x', 1) }} {{ 11 | replace(1, 2) }}",
    "list and string": "{{ 'ab' | list }} {{ 1 | string + 'x' }} {{ {'a': 1} | list }} {{ [1] | string }}",
    "int and float": "{{ '42' | int }} {{ ' 7 ' | int }} {{ '3.9' | int }} {{ 'x' | int }} {{ 'x' | int(5) }} {{ 2.9 | int }} {{ -2.9 | int }} {{ true | int }} {{ 'ff' | int(base=16) }} {{ '1.5' | float }} {{ 'x' | float }} {{ 2 | float }} {{ none | int }}",
    "abs and round": "{{ -3 | abs }} {{ (-3) | abs }} {{ -2.5 | abs }} {{ 2.5 | round }} {{ 3.5 | round }} {{ 2.675 | round(2) }} {{ 2.1 | round(method='ceil') }} {{ 2.9 | round(0, 'floor') }} {{ 7 | round }} {{ 1234.5 | round(-2) }}",
    "sort": ("{{ [3, 1, 2] | sort }} {{ ['b', 'A', 'a'] | sort }} {{ ['b', 'A', 'a'] | sort(case_sensitive=true) }} {{ [1, 2] | sort(reverse=true) }} {{ messages | sort(attribute='role') | map(attribute='role') | join(',') }}", {"messages": TALK}),
    "unique": ("{{ ['a', 'A', 'b'] | unique | list }} {{ [1, 1.0, 2] | unique | list }} {{ messages | unique(attribute='role') | map(attribute='content') | list }}", {"messages": TALK}),
    "reverse": "{{ [1, 2] | reverse | list }} {{ 'abc' | reverse }}",
    "map": ("{{ ['a', 'b'] | map('upper') | list }} {{ messages | map(attribute='role') | list }} {{ [{'a': 1}, {}] | map(attribute='a', default=0) | list }} {{ ['a', 'b'] | map('replace', 'a', 'x') | join }}", {"messages": TALK}),
    "map with a path": "{{ [{'a': {'b': [5, 6]}}] | map(attribute='a.b.1') | list }}",
    "select and reject": "{{ [0, 1, 2, 3] | select('odd') | list }} {{ [0, 1, ''] | select | list }} {{ [1, 2, 3] | reject('equalto', 2) | list }} {{ [0, 1] | reject | list }}",
    "selectattr and rejectattr": ("{{ messages | selectattr('role', 'equalto', 'user') | list | length }} {{ messages | rejectattr('role', 'in', ['user', 'system']) | map(attribute='role') | first }} {{ messages | selectattr('content') | list | length }}", {"messages": TALK}),
    "an empty generator is true": "{{ 'yes' if [] | select else 'no' }} {{ 'yes' if [] | select | list else 'no' }}",
    "items": ("{{ d | items | list }} {{ nothing | items | list }}", {"d": {"a": 1}}),
    "dictsort": "{{ {'b': 1, 'A': 2, 'c': 0} | dictsort }} {{ {'b': 1, 'a': 2} | dictsort(by='value') }} {{ {'b': 1, 'a': 2} | dictsort(reverse=true) }}",
    "indent": "{{ 'a\\nb\\n\\nc' | indent }}|{{ 'a\\nb' | indent(2, true) }}|{{ 'a\\n\\nb' | indent(1, blank=true) }}|{{ 'a\\nb' | indent('>>') }}",
    "min max sum": "{{ [3, 1] | min }} {{ ['b', 'A'] | max }} {{ [1, 2.5] | sum }} {{ [{'n': 1}, {'n': 2}] | sum(attribute='n', start=10) }} {{ [] | min }}|",
    "batch": "{{ [1, 2, 3] | batch(2) | list }} {{ [1, 2, 3] | batch(2, 0) | list }}",
    "groupby": ("{% for role, group in messages | groupby('role') %}{{ role }}:{{ group | length }} {% endfor %}{% for g in messages | groupby('role') %}{{ g.grouper }}{{ g.list | length }}{% endfor %}", {"messages": TALK}),
    "escape and safe": "{{ '<a href=\"x\">&\\'' | e }} {{ '<b>' | safe }} {{ 'a<' | escape }}",
    "wordcount": "{{ 'a b, c-d' | wordcount }}",
    "format filter": "{{ '%s-%05d' | format('a', 42) }} {{ '%(x)s' | format(x=1) }}",
    "center filter": "[{{ 'ab' | center(6) }}]",
    "attr": "{{ 'a' | attr('nope') }}|{{ {'a': 1} | attr('a') }}|",
    "unknown filter": "{{ 1 | nope }}",
    "filter with wrong arguments": "{{ 'a' | replace('b') }}",
    "filters in a row": "{{ ' Ab ' | trim | lower | replace('a', 'x') | upper }}",
    "filter binds tighter than operators": "{{ 'a' ~ 'b' | upper }} {{ 1 + -2 | abs }}",
    "call after a filter": "{{ ('a' | upper).lower() }}",
    # tojson
    "tojson of scalars": "{{ none | tojson }} {{ true | tojson }} {{ 1 | tojson }} {{ 1.0 | tojson }} {{ 1e100 | tojson }} {{ 'a\"\\\\\\n\\t\\x01\\x7f/<>&\\'' | tojson }}",
    "tojson of a tool": ("{{ tools | tojson }}\n{{ tools[0] | tojson(indent=4) }}", {"tools": [TOOL]}),
    "tojson of messages": ("{% for m in messages %}{{ m | tojson }}{% endfor %}", {"messages": TALK}),
    "tojson with options": ("{{ x | tojson(ensure_ascii=true) }} {{ x | tojson(separators=(',', ':')) }} {{ x | tojson(sort_keys=true) }} {{ x | tojson(indent=2, separators=(', ', ' = ')) }}", {"x": {"b": "\u00e9\U0001f600", "a": [1, {}, []]}}),
    "tojson of empty containers": "{{ [] | tojson(indent=2) }} {{ {} | tojson(indent=2) }} {{ [[]] | tojson(indent=1) }} {{ (1, 2) | tojson }}",
    "tojson of odd keys": "{{ {1: 'a', none: 'b', true: 'c', 1.5: 'd'} | tojson }}",
    "tojson of undefined": "{{ nothing | tojson }}",
    # Tests
    "tests of types": "{% for x in [1, 1.5, 'a', [1], (1,), {}, none, true] %}{{ x is string }}{{ x is number }}{{ x is integer }}{{ x is float }}{{ x is mapping }}{{ x is sequence }}{{ x is iterable }}{{ x is boolean }}{{ x is none }} {% endfor %}",
    "tests of truth": "{{ true is true }} {{ 1 is true }} {{ false is false }} {{ none is not none }} {{ x is not defined }}",
    "tests of numbers": "{{ 3 is odd }} {{ 4 is even }} {{ 9 is divisibleby 3 }} {{ 9 is divisibleby(2) }} {{ 4 is not odd }}",
    "tests of order": "{{ 1 is eq 1 }} {{ 1 is equalto(2) }} {{ 1 is ne 2 }} {{ 1 is lt 2 }} {{ 1 is le 1 }} {{ 2 is gt 1 }} {{ 2 is ge 3 }} {{ 1 is lessthan 2 }} {{ 1 is greaterthan 2 }}",
    "tests of strings": "{{ 'a' is lower }} {{ 'A' is upper }} {{ 'a' is in 'abc' }} {{ 1 is in [1] }} {{ 'a1' is lower }}",
    "test callable": "{{ range is callable }} {{ 1 is callable }} {{ 'a'.upper is callable }} {{ none is sameas none }} {{ 1 is sameas 1.0 }}",
    "test with and": "{{ x is defined and x is not none }} {{ 1 is odd and 2 is even }} {{ (1 is odd) if true else 2 }} {{ 1 is odd or 2 }}",
    "test takes a following name as its argument": "{{ 1 is odd if true else 2 }}",
    "test of a missing key": ("{{ messages[0].tool_calls is defined }} {{ messages[0]['content'] is defined }}", {"messages": TALK}),
    "unknown test": "{{ 1 is nope }}",
    "undefined is a sequence": "{{ nothing is sequence }} {{ nothing is iterable }} {{ nothing is string }}",
    # Whole templates
    "chatml": ("{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}", {"messages": TALK, "add_generation_prompt": True}),
    "alternation": ("{{ bos_token }}{% if messages[0]['role'] == 'system' %}{% set sys = messages[0]['content'] | trim + '\n' %}{% set talk = messages[1:] %}{% else %}{% set talk = messages %}{% endif %}{% for m in talk %}{% if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('order') }}{% endif %}{% if loop.index0 == 0 %}{{ sys }}{% endif %}[{{ m['role'] }}] {{ m['content'] | trim }}{{ eos_token }}{% endfor %}", {"messages": TALK, "bos_token": "<s>", "eos_token": "</s>"}),
    "tools": ("{%- if tools %}\n    {{- '<tools>' }}\n    {%- for tool in tools %}\n        {{- '\\n' }}\n        {{- tool | tojson }}\n    {%- endfor %}\n    {{- '\\n</tools>' }}\n{%- endif %}\n", {"tools": [TOOL, TOOL]}),
}

# Templates that know tools, written for these tests in the ways of the families that models come from. A conversation
# with two tools, a call of each, and what they answered, is rendered by each of them.

WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of a city.\nIn <b>words</b> & \u00e9.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
            "required": ["city"],
        },
    },
}
CLOCK = {"type": "function", "function": {"name": "now", "description": "The time."}}


def tool_call(identifier, name, arguments):
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


def tool_talk(form=lambda arguments: arguments, identifiers=("first", "second"), splits=False):
    """The conversation; `form` makes the arguments of a call from the object that they are."""
    first = tool_call(identifiers[0], "weather", form({"city": "S\u00e3o \"P\"", "days": 2}))
    second = tool_call(identifiers[1], "now", form({}))
    called = {"role": "assistant", "content": "I look.", "reasoning_content": "Hm.", "tool_calls": [first, second]}
    outputs = [
        {"role": "tool", "content": "Sunny", "name": "weather", "tool_call_id": identifiers[0]},
        {"role": "tool", "content": "12:00", "name": "now", "tool_call_id": identifiers[1]},
    ]
    answered = [called] + outputs
    if splits:
        again = {"role": "assistant", "content": "", "tool_calls": [second]}
        answered = [called | {"tool_calls": [first]}, outputs[0], again, outputs[1]]
    return [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "How is it?"}] + answered


TOOL_TEMPLATES = {
    "hermes": r"""
{%- macro begin(role) %}{{ '<|im_start|>' + role }}{% endmacro %}
{%- set first = messages[0].content if messages and messages[0].role == 'system' else '' %}
{%- if tools %}
    {{- begin('system') + '\n' + (first + '\n\n' if first else '') + 'Functions that you may call:\n<tools>' }}
    {%- for tool in tools %}
        {{- '\n' }}{{ tool | tojson }}
    {%- endfor %}
    {{- '\n</tools>\nA call is an object with name and arguments.<|im_end|>\n' }}
{%- elif first %}
    {{- begin('system') + '\n' + first + '<|im_end|>\n' }}
{%- endif %}
{%- for m in messages %}
    {%- if m.role == 'user' or m.role == 'system' and not loop.first %}
        {{- begin(m.role) + '\n' + m.content + '<|im_end|>\n' }}
    {%- elif m.role == 'assistant' %}
        {{- begin(m.role) + '\n' }}
        {%- if m.reasoning_content is string and loop.index0 > messages | length - 4 %}
            {{- '<think>\n' + m.reasoning_content + '\n</think>\n\n' }}
        {%- endif %}
        {{- m.content }}
        {%- for call in m.tool_calls or [] %}
            {{- '\n' if m.content or not loop.first }}
            {%- set call = call.function if call.function else call %}
            {{- '<tool_call>\n{"name": "' + call.name + '", "arguments": ' }}
            {{- call.arguments if call.arguments is string else call.arguments | tojson }}
            {{- '}\n</tool_call>' }}
        {%- endfor %}
        {{- '<|im_end|>\n' }}
    {%- elif m.role == 'tool' %}
        {{- begin('user') if loop.first or messages[loop.index0 - 1].role != 'tool' }}
        {{- '\n<tool_response>\n' + m.content + '\n</tool_response>' }}
        {{- '<|im_end|>\n' if loop.last or messages[loop.index0 + 1].role != 'tool' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- begin('assistant') + '\n' }}
    {%- if enable_thinking is defined and not enable_thinking %}{{ '<think>\n\n</think>\n\n' }}{% endif %}
{%- endif %}
""",
    "llama": r"""
{{- bos_token }}
{%- macro header(role) %}{{ '<|start_header_id|>' + role + '<|end_header_id|>\n\n' }}{% endmacro %}
{%- set rest = messages[1:] if messages and messages[0].role == 'system' else messages %}
{{- header('system') + 'Environment: ipython\n' + (messages[0].content | trim if rest | length < messages | length else '') }}
{{- '<|eot_id|>' }}
{%- for m in rest %}
    {%- if m.tool_calls is defined and m.tool_calls %}
        {%- if m.tool_calls | length > 1 %}{{ raise_exception('one call at a time') }}{% endif %}
        {%- set call = m.tool_calls[0].function %}
        {{- header('assistant') + '{"name": "' + call.name + '", "parameters": ' }}{{ call.arguments | tojson }}{{ '}<|eot_id|>' }}
    {%- elif m.role in ['tool', 'ipython'] %}
        {{- header('ipython') }}{{ m.content if m.content is string else m.content | tojson }}{{ '<|eot_id|>' }}
    {%- else %}
        {{- header(m.role) }}
        {%- if tools and loop.first %}
            {{- 'Answer with a call of one of these functions, as {"name": function, "parameters": object}.\n\n' }}
            {%- for tool in tools %}{{ tool | tojson(indent=4) }}{{ '\n\n' }}{% endfor %}
        {%- endif %}
        {{- m.content | trim + '<|eot_id|>' }}
    {%- endif %}
{%- endfor %}
{{- header('assistant') if add_generation_prompt }}
""",
    "mistral": r"""
{{- bos_token }}
{%- set system = messages[0].content if messages and messages[0].role == 'system' else '' %}
{%- set talk = messages[1:] if system else messages %}
{%- set users = talk | selectattr('role', 'equalto', 'user') | list %}
{%- for m in talk %}
    {%- if m.role == 'user' %}
        {%- if tools and m == users[-1] %}
            {{- '[AVAILABLE_TOOLS] ' }}{{ tools | tojson }}{{ '[/AVAILABLE_TOOLS]' }}
        {%- endif %}
        {{- '[INST] ' + (system + '\n\n' if system and loop.last else '') + m.content + '[/INST]' }}
    {%- elif m.tool_calls is defined and m.tool_calls is not none %}
        {{- '[TOOL_CALLS] [' }}
        {%- for call in m.tool_calls %}
            {%- if call.id is not defined or call.id | length != 9 %}{{ raise_exception('an id has nine characters') }}{% endif %}
            {{- '{"name": "' + call.function.name + '", "arguments": ' }}{{ call.function.arguments | tojson }}
            {{- ', "id": "' + call.id + '"}' }}{{ ', ' if not loop.last else ']' + eos_token }}
        {%- endfor %}
    {%- elif m.role == 'assistant' %}
        {{- ' ' + m.content | trim + eos_token }}
    {%- elif m.role == 'tool' %}
        {{- '[TOOL_RESULTS] {"content": ' }}{{ m.content | tojson }}{{ ', "call_id": "' + m.tool_call_id + '"}[/TOOL_RESULTS]' }}
    {%- else %}
        {{- raise_exception('no role ' + m.role) }}
    {%- endif %}
{%- endfor %}
""",
    "list in a block": r"""
{%- for m in ([{'role': 'system', 'content': ''}] if messages[0].role != 'system' else []) + messages %}
    {{- '<|im_start|>' + m.role + '\n' + m.content }}
    {%- if loop.first and tools %}
        {{- '\nFunctions: <tools>' }}{{ tools | tojson }}{{ '</tools>' }}
    {%- endif %}
    {%- if m.tool_calls is defined %}
        {%- set calls = namespace(list=[]) %}
        {%- for call in m.tool_calls %}{% set calls.list = calls.list + [call.function] %}{% endfor %}
        {{- '<tool_call>' }}{{ calls.list | tojson }}{{ '</tool_call>' }}
    {%- endif %}
    {{- '<|im_end|>\n' }}
{%- endfor %}
{{- '<|im_start|>assistant\n' if add_generation_prompt }}
""",
    "arguments as text": r"""
{%- for m in messages %}
    {{- '<|im_start|>' + m.role + '\n' + m.content }}
    {%- if loop.first and tools %}
        {%- for tool in tools %}{{ '\n' + tool.function.name + ': ' + tool.function.description }}{% endfor %}
    {%- endif %}
    {%- for call in m.tool_calls | default([]) %}
        {{- '<tool_call>{"name": "' + call.function.name + '", "arguments": ' + call.function.arguments + '}</tool_call>' }}
    {%- endfor %}
    {{- '<|im_end|>\n' }}
{%- endfor %}
{{- '<|im_start|>assistant\n<think>\n' if add_generation_prompt }}
""",
    "markup of its own": r"""
{%- for m in messages %}
    {{- '<|' + m.role + '|>' + m.content }}
    {%- if loop.first and tools %}{{ tools | tojson }}{% endif %}
    {%- for call in m.tool_calls | default([]) %}
        {{- '<call:' + call.function.name + '>' }}{{ call.function.arguments | tojson }}{{ '</call>' }}
    {%- endfor %}
{%- endfor %}
{{- '<|assistant|>' if add_generation_prompt }}
""",
    "turns that must alternate": r"""
{{- bos_token }}
{%- set system = messages[0].content + '\n\n' if messages[0].role == 'system' else '' %}
{%- for m in (messages[1:] if system else messages) %}
    {%- if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('user and assistant must take turns') }}{% endif %}
    {{- '<start_of_turn>' + ('model' if m.role == 'assistant' else m.role) + '\n' }}
    {{- (system if loop.first else '') + m.content | trim + '<end_of_turn>\n' }}
{%- endfor %}
{{- '<start_of_turn>model\n' if add_generation_prompt }}
""",
}


def tool_cases():
    as_text = {"form": lambda arguments: json.dumps(arguments, ensure_ascii=False)}
    forms = {
        "arguments as text": as_text, "mistral": {"identifiers": ("000000001", "000000002")},
        "llama": {"splits": True},
    }
    result = {}
    for name, template in TOOL_TEMPLATES.items():
        arguments = {
            "messages": tool_talk(**forms.get(name, {})), "tools": [WEATHER, CLOCK], "add_generation_prompt": True, "bos_token": "<s>",
            "eos_token": "</s>",
        }
        result["tools, " + name] = (template.strip("\n"), arguments)
    return result


CASES.update(tool_cases())


def cases():
    result = []
    for name, case in CASES.items():
        template, arguments = case if isinstance(case, tuple) else (case, {})
        result.append(
            {"name": name, "template": template, "arguments": arguments, "expected": rendered(template, arguments)}
        )
    return json.dumps(result, indent=1) + "\n"


if __name__ == "__main__":
    if "--run" in sys.argv:
        given = json.loads(pathlib.Path(sys.argv[sys.argv.index("--run") + 1]).read_text())
        for case in given:
            case["expected"] = rendered(case["template"], case["arguments"])
        print(json.dumps(given, indent=1))
    elif "--check" in sys.argv:
        sys.exit(0 if OUTPUT.read_text() == cases() else 1)
    else:
        OUTPUT.write_text(cases())
