"""How well somebody decides: a form of twelve decisions from hands, without a word until the end, scored by what the choices
cost. There are three forms, as hard as each other; the levels of players give the scale.

forms is what a file keeps of them, made by `taroky_devtools.measure`; taken is what a browser keeps; view draws a decision and
the result; page is the worker's verb.
"""
