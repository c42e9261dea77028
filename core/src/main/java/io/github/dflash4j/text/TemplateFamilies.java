/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The families that are built in (target-models 7.5). The one place where they are listed. */
final class TemplateFamilies {
  private static final Set<String> CHAT_ML = Set.of("<|im_start|>", "<|im_end|>");
  private static final Set<String> CHAT_ML_VISION =
      Set.of(
          "<|im_start|>",
          "<|im_end|>",
          "<|vision_start|>",
          "<|vision_end|>",
          "<|image_pad|>",
          "<|video_pad|>");
  private static final String ANSWER_OPENED = "{{-'<|im_start|>assistant\\n'}}";
  private static final String SYSTEM_AS_IS =
      "'<|im_start|>system\\n'+messages[0].content+'<|im_end|>\\n'";
  private static final String TRIMMED = "render_content(message.content,true)|trim";
  private static final String TRIMMED_SYSTEM =
      "render_content(messages[0].content,false,true)|trim";
  private static final String NO_QUERY = "raise_exception('No user query found in messages.')";
  private static final String SYSTEM_FIRST =
      "raise_exception('System message must be at the beginning.')";
  private static final String THINK_BLOCK =
      "'\\n<think>\\n'+reasoning_content+'\\n</think>\\n\\n'+content";
  private static final String CUT_THOUGHTS = "if'</think>'incontent";

  private TemplateFamilies() {}

  static final List<TemplateFamily> ALL =
      List.of(
          new TemplateFamily(
              "qwen2.5",
              List.of(
                  "'<|im_start|>system\\nYou are Qwen, created by Alibaba Cloud."
                      + " You are a helpful assistant.<|im_end|>\\n'",
                  "(message.role=='assistant'andnotmessage.tool_calls)",
                  "'\\n<tool_response>\\n'",
                  ANSWER_OPENED),
              CHAT_ML,
              Set.of(),
              (source, tokens) ->
                  withoutThinking(
                      source,
                      new ChatMlTemplate(
                          "qwen2.5",
                          "You are Qwen, created by Alibaba Cloud. You are a helpful assistant.",
                          Set.of("system", "user", "assistant", "tool")))),
          new TemplateFamily(
              "smollm2",
              List.of(
                  "You are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>",
                  "ifloop.firstandmessages[0]['role']!='system'",
                  "+message['content']+'<|im_end|>'"),
              CHAT_ML,
              Set.of(),
              (source, tokens) ->
                  withoutThinking(
                      source,
                      new ChatMlTemplate(
                          "smollm2",
                          "You are a helpful AI assistant named SmolLM, trained by Hugging Face",
                          Set.of("system", "user", "assistant")))),
          new TemplateFamily(
              "qwq",
              List.of(
                  "'<|im_start|>system\\n'+messages[0]['content']+'<|im_end|>\\n'",
                  "ifnotloop.last%}{%-setcontent=message.content.split('</think>')[-1].lstrip('\\n')",
                  "'\\n<tool_response>\\n'",
                  "{{-'<|im_start|>assistant\\n<think>\\n'}}"),
              CHAT_ML,
              Set.of(),
              (source, tokens) -> closing(source).map(QwqTemplate::new)),
          new TemplateFamily(
              "qwen3",
              List.of(
                  SYSTEM_AS_IS,
                  "namespace(multi_step_tool=true,last_query_index=messages|length-1)",
                  "loop.index0>ns.last_query_index%}",
                  "loop.lastor(notloop.lastandreasoning_content)",
                  "'\\n<think>\\n'+reasoning_content.strip('\\n')+'\\n</think>\\n\\n'"
                      + "+content.lstrip('\\n')",
                  "'\\n<tool_response>\\n'",
                  ANSWER_OPENED
                      + "{%-ifenable_thinkingisdefinedandenable_thinkingisfalse%}"
                      + "{{-'<think>\\n\\n</think>\\n\\n'}}{%-endif%}"),
              CHAT_ML,
              Set.of("enable_thinking"),
              (source, tokens) -> Optional.of(new Qwen3Template())),
          new TemplateFamily(
              "qwen3-coder",
              List.of(
                  "'<|im_start|>system\\n'+system_message",
                  "{%-setloop_messages=messages[1:]%}",
                  "message.role=='user'ormessage.role=='system'ormessage.role=='assistant'%}"
                      + "{{-'<|im_start|>'+message.role+'\\n'+message.content+'<|im_end|>'+'\\n'}}",
                  "{{-'<tool_response>\\n'}}",
                  "{{-'\\n</tool_response>\\n'}}",
                  ANSWER_OPENED),
              CHAT_ML,
              Set.of("system_message", "tools"),
              (source, tokens) -> withoutThinking(source, new QwenCoderTemplate())),
          new TemplateFamily(
              "qwen3.5",
              List.of(
                  TRIMMED,
                  TRIMMED_SYSTEM,
                  NO_QUERY,
                  SYSTEM_FIRST,
                  THINK_BLOCK,
                  CUT_THOUGHTS,
                  "{%-ifloop.index0>ns.last_query_index%}"),
              CHAT_ML_VISION,
              Set.of("content", "enable_thinking"),
              (source, tokens) -> qwen35(source, "qwen3.5", false)),
          new TemplateFamily(
              "qwen3.6",
              List.of(
                  TRIMMED,
                  TRIMMED_SYSTEM,
                  NO_QUERY,
                  SYSTEM_FIRST,
                  THINK_BLOCK,
                  CUT_THOUGHTS,
                  "{%-if(preserve_thinkingisdefinedandpreserve_thinkingistrue)"
                      + "or(loop.index0>ns.last_query_index)%}"),
              CHAT_ML_VISION,
              Set.of("content", "enable_thinking", "preserve_thinking"),
              (source, tokens) -> qwen35(source, "qwen3.6", true)),
          new TemplateFamily(
              "qwen3.8",
              List.of(
                  TRIMMED,
                  TRIMMED_SYSTEM,
                  NO_QUERY,
                  SYSTEM_FIRST,
                  THINK_BLOCK,
                  "ifenable_thinkingisundefinedorenable_thinkingistrue",
                  "setresolved_reasoning_effort=reasoning_effort|default('xhigh')",
                  "resolved_reasoning_effortnotin('xhigh','medium','low')",
                  "(reasoning_instructions+'\\n\\n'ifreasoning_instructionselse'')+content",
                  "ifpreserve_thinkingisundefinedorpreserve_thinkingistrue"
                      + "orloop.index0>ns.last_query_index"),
              CHAT_ML_VISION,
              Set.of("content", "enable_thinking", "preserve_thinking", "reasoning_effort"),
              (source, tokens) -> qwen38(source)),
          new TemplateFamily(
              "llama-3",
              List.of(
                  "{{-bos_token}}",
                  "setdate_string='26 Jul 2024'",
                  "setsystem_message=messages[0]['content']|trim",
                  "setsystem_message=''",
                  "{{-'<|start_header_id|>system<|end_header_id|>\\n\\n'}}",
                  "{{-'Cutting Knowledge Date: December 2023\\n'}}",
                  "{{-'Today Date: '+date_string+'\\n\\n'}}",
                  "{{-system_message}}{{-'<|eot_id|>'}}",
                  "'<|start_header_id|>'+message['role']+'<|end_header_id|>\\n\\n'"
                      + "+message['content']|trim+'<|eot_id|>'",
                  "{{-'<|start_header_id|>assistant<|end_header_id|>\\n\\n'}}"),
              Set.of(
                  "<|start_header_id|>",
                  "<|end_header_id|>",
                  "<|eot_id|>",
                  "<|eom_id|>",
                  "<|python_tag|>"),
              Set.of(
                  "custom_tools",
                  "tools",
                  "builtin_tools",
                  "tools_in_user_message",
                  "date_string",
                  "strftime_now"),
              (source, tokens) -> Optional.of(new Llama3Template(tokens.begin()))),
          new TemplateFamily(
              "deepseek-r1-distill",
              List.of(
                  "setns.system_prompt=message['content']",
                  "{{bos_token}}{{ns.system_prompt}}",
                  "{{'<\uFF5CUser\uFF5C>'+message['content']}}",
                  "content.split('</think>')[-1]",
                  "{{'<\uFF5CAssistant\uFF5C>'+content+'<\uFF5Cend\u2581of\u2581sentence\uFF5C>'}}",
                  "{{'<\uFF5CAssistant\uFF5C><think>\\n'}}"),
              Set.of(
                  "<\uFF5CUser\uFF5C>",
                  "<\uFF5CAssistant\uFF5C>",
                  "<\uFF5Cend\u2581of\u2581sentence\uFF5C>",
                  "<\uFF5Ctool\u2581calls\u2581begin\uFF5C>",
                  "<\uFF5Ctool\u2581calls\u2581end\uFF5C>",
                  "<\uFF5Ctool\u2581call\u2581begin\uFF5C>",
                  "<\uFF5Ctool\u2581call\u2581end\uFF5C>",
                  "<\uFF5Ctool\u2581outputs\u2581begin\uFF5C>",
                  "<\uFF5Ctool\u2581outputs\u2581end\uFF5C>",
                  "<\uFF5Ctool\u2581output\u2581begin\uFF5C>",
                  "<\uFF5Ctool\u2581output\u2581end\uFF5C>",
                  "<\uFF5Ctool\u2581sep\uFF5C>"),
              Set.of("add_generation_prompt"),
              (source, tokens) ->
                  closing(source).map(closes -> new DeepSeekTemplate(tokens.begin(), closes))),
          new TemplateFamily(
              "phi-3.5",
              List.of(
                  "ifmessage['role']=='system'andmessage['content']%}{{'<|system|>\n'"
                      + "+message['content']+'<|end|>\n'}}",
                  "{{'<|user|>\n'+message['content']+'<|end|>\n'}}",
                  "{{'<|assistant|>\n'+message['content']+'<|end|>\n'}}",
                  "{{'<|assistant|>\n'}}{%else%}{{eos_token}}"),
              Set.of("<|system|>", "<|user|>", "<|assistant|>", "<|end|>"),
              Set.of(),
              (source, tokens) -> withoutThinking(source, new Phi35Template(tokens.end()))),
          new TemplateFamily(
              "mistral-nemo",
              List.of(
                  "{{-bos_token}}",
                  "if(message['role']=='user')!=(ns.index%2==0)",
                  "ifloop.lastandsystem_messageisdefined",
                  "{{-'[INST]'+system_message+'\\n\\n'+message['content']+'[/INST]'}}",
                  "{{-'[INST]'+message['content']+'[/INST]'}}",
                  "{{-message['content']+eos_token}}"),
              Set.of(),
              Set.of("system_message", "tools"),
              (source, tokens) ->
                  withoutThinking(source, new MistralNemoTemplate(tokens.begin(), tokens.end()))));

  /** Families of the kind that switch thinking nowhere. */
  private static Optional<ChatTemplate> withoutThinking(
      TemplateSource source, ChatTemplate template) {
    return source.contains("enable_thinking") ? Optional.empty() : Optional.of(template);
  }

  /** Whether thoughts are closed at once unless thinking is enabled; empty if in another way. */
  private static Optional<Boolean> closing(TemplateSource source) {
    String end = source.generationPart();
    if (!source.contains("enable_thinking")) {
      return Optional.of(false);
    }
    boolean known =
        end.contains("ifnotenable_thinking-%}{{-'</think>'-}}")
            || end.contains("ifnotenable_thinking%}{{-'</think>'-}}");
    return known ? Optional.of(true) : Optional.empty();
  }

  private static Optional<ChatTemplate> qwen35(
      TemplateSource source, String name, boolean canPreserve) {
    return thinksByDefault(source)
        .map(thinks ->
            new Qwen35Template(
                new Qwen35Template.Variant(name, thinks, false, canPreserve, Optional.empty())));
  }

  private static Optional<ChatTemplate> qwen38(TemplateSource source) {
    Optional<ReasoningEffort> effort = ReasoningEffort.find(source.source());
    if (effort.isEmpty() || !thinksByDefault(source).orElse(false)) {
      return Optional.empty();
    }
    return Optional.of(
        new Qwen35Template(new Qwen35Template.Variant("qwen3.8", true, true, true, effort)));
  }

  /** Files of one family differ here; the end of the template says which kind it is. */
  private static Optional<Boolean> thinksByDefault(TemplateSource source) {
    String end = source.generationPart();
    boolean optOut = end.contains("enable_thinkingisfalse");
    boolean optIn = end.contains("enable_thinkingistrue");
    boolean bothEnds =
        end.contains("{{-'<think>\\n'}}") && end.contains("{{-'<think>\\n\\n</think>\\n\\n'}}");
    return bothEnds && optOut != optIn ? Optional.of(optOut) : Optional.empty();
  }
}
